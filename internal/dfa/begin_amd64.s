//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"
#include "masks_amd64.h"

// For a byte's high digit: the bit that stands for it in Shuffle. A byte of
// 0x80 or more has all bits, of which the shuffle by the byte itself has none.
DATA ·rows+0(SB)/8, $0x8040201008040201
DATA ·rows+8(SB)/8, $0xffffffffffffffff
GLOBL ·rows(SB), RODATA|NOPTR, $16

DATA ·low4+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL ·low4(SB), RODATA|NOPTR, $8

// func first(s string, m *Machine, starts *Starts) (end int, state uint)
TEXT ·first(SB), NOSPLIT, $0-48
	CMPB ·useVector(SB), $0
	JEQ  portable
	JMP  ·begin(SB)
portable:
	JMP  ·beginPortable(SB)

// func begin(s string, m *Machine, starts *Starts) (end int, state uint)
//
//   SI   s. Positions are relative to it.
//   BX   len(s)
//   R10  where the first region begins
//   R8   while special bytes are searched: the list of their positions
//        while exits are taken: the place of R14 in the list
//   R12, R13, R14: as EXIT has them
//
// The list has the positions of the first four special bytes from the first region on. If
// there are fewer, len(s) follows the last of them. If there are four or more, 0 follows
// the fourth: what comes after it is not known, and begin stops there at the latest.
//
// proof/Begin.v models begin, HEAD, EXIT and ESCAPES: change both.
TEXT ·begin(SB), NOSPLIT, $32-48
	MOVQ m+16(FP), DX
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	LEAQ -8(BX), AX
	CMPQ AX, $(const_maxLen-8)
	JHI  nothing
	MOVL (SI), AX
	ORL  Machine_PrefixFold(DX), AX
	CMPL AX, Machine_Prefix(DX)
	JNE  nothing
	LEAQ list-32(SP), R8
	CMPQ BX, $64
	JGT  long

	MOVL SI, AX
	ANDL $4095, AX
	CMPL AX, $(4096-72)
	JGT  nothing            // so that 72 bytes can be read: LOAD reads 64, and EXIT s[len(s)]
	CONSTANTS
	LOAD((SI))
	HEAD(prefix)
	CMPQ R10, BX
	JGE  prefix
	MEMBERS(BODIES)
	BITS(R12)
	BZHIQ BX, R12, R12
	NOTQ R12                // the bits from len(s) on are set
	TZCNTQ R12, R14
	CMPQ R14, BX
	JEQ  region
	LEAD
	NOLEAD(short)
	ESCAPES(R13)
	LEAQ -2(BX), AX
	BZHIQ AX, R13, R13      // those that end in s
	NOTQ R13
	ANDQ R13, R12
short:
	SHRXQ R10, R12, R12
	SHLXQ R10, R12, R12
	TZCNTQ R12, R14
	CMPQ R14, BX
	JEQ  region
	XORL CX, CX
	POSITION(0(R8))
	POSITION(4(R8))
	POSITION(8(R8))
	POSITION(12(R8))
	MOVL $0, 16(R8)
	JMP  exits

long:
	LEAQ -1(SI)(BX*1), AX
	ANDL $4095, AX
	CMPL AX, $(4096-8)
	JGT  nothing            // so that s[len(s)] can be read, as EXIT does
	CONSTANTS
	LOAD((SI))
	HEAD(prefix)
	LEAD
	LEAQ -64(BX), R13       // the position of the last 64 bytes
	XORL R14, R14           // the number of special bytes so far
	XORL CX, CX
	XORL R9, R9
	MEMBERS(BODIES)
	BITS(R12)
	MOVQ $-1, AX
	BZHIQ R10, AX, AX
	ORQ  AX, R12            // what is special in the head does not matter
	CMPQ R12, $-1
	JNE  special

	// Blocks that have neither special bytes nor leads. Bytes R10 to CX+63 are in SetBody.
plain:
	ADDQ $64, CX
	CMPQ CX, R13
	CMOVQGT R13, CX
	LOAD((SI)(CX*1))
	MEMBERS(BODIES)
	VPAND Y6, Y7, Y7
	VPMOVMSKB Y7, AX
	CMPL AX, $-1
	JNE  search
	CMPQ CX, R13
	JNE  plain
	MOVQ BX, R14
	JMP  region
	// The block at CX has another byte. If it is the last block, it may begin in the head.
search:
	CMPQ CX, R10
	CMOVQLT R10, CX

	// The block at position CX. An escape that begins in the last two bytes of a block
	// is not seen as a whole, so a block takes 62 bytes. The last block takes all bytes
	// up to the end of s. It is loaded from R9, where 64 bytes are left. The list has the
	// R14 special bytes between R10 and CX, fewer than four.
block:
	MOVQ CX, R9
	CMPQ R9, R13
	CMOVQGT R13, R9
	LOAD((SI)(R9*1))
	MEMBERS(BODIES)
	BITS(R12)
	// R12 has the bytes of SetBody among the 64 at R9, and in the first block, where CX and
	// R9 are 0, those of the head.
special:
	NOLEAD(known)
	ESCAPES(DI)             // not R15: with -dynlink the assembler takes VPMOVMSKB to R15 for a read
	ORQ  DI, R12
known:
	NOTQ R12
	MOVQ CX, R15
	SUBQ R9, R15
	SHRXQ R15, R12, R12
	MOVQ BX, R9
	SUBQ CX, R9
	MOVL $62, AX
	CMPQ CX, R13
	CMOVQLT AX, R9          // how many bytes the block takes
	BZHIQ R9, R12, R12
	POPCNTQ R12, R15
	POSITION(0(R8)(R14*4))
	POSITION(4(R8)(R14*4))
	CMPQ R15, $2
	JHI  many
listed:
	ADDQ R15, R14
	ADDQ R9, CX
	CMPQ R14, $4
	JGE  full
	CMPQ CX, BX
	JNE  block
	MOVL BX, (R8)(R14*4)
	JMP  exits
many:
	POSITION(8(R8)(R14*4))
	POSITION(12(R8)(R14*4))
	JMP  listed
full:
	MOVL $0, 16(R8)

exits:
	MOVL (R8), R14
	CMPQ R14, R10
	JEQ  prefix             // the first region does not begin
region:
	// R14 is the first special byte after R10, or len(s).
	MOVQ starts+24(FP), DI
	MOVWLZX (Machine_Head+Head_Delimiter)(DX), AX
	ANDL $(const_MaxMarks-1), AX
	MOVL R10, (DI)(AX*4)
	MOVWLZX (Machine_Head+Head_Region)(DX), R12
	CMPQ R14, BX
	JEQ  stop
	ACCEL
exit:
	EXIT(SI, stop)
	MOVL R9, (DI)(CX*4)
	CMPQ R14, BX
	JNE  exit
stop:
	MOVQ R14, end+32(FP)
	MOVQ R12, state+40(FP)
	VZEROUPPER
	RET

prefix:
	VZEROUPPER
	MOVWLZX Machine_Begin(DX), AX
	MOVQ AX, state+40(FP)
	MOVQ $const_PrefixLen, end+32(FP)
	RET

nothing:
	MOVQ $-1, end+32(FP)
	RET

// func window(s string, i int, m *Machine, set uint64, w *masks)
//
//   SI, BX, CX, R8: as LOADIN has them
TEXT ·window(SB), NOSPLIT, $0-48
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ i+16(FP), AX
	MOVQ m+24(FP), DX
	MOVQ set+32(FP), R10
	MOVQ w+40(FP), DI
	ADDQ AX, SI
	SUBQ AX, BX
	CONSTANTS
	LEAD

	LOADIN(load)
	MEMBERS(HEADS)
	BITS(R9)
	STORE(R9, masks_head(DI))
	SHLQ $4, R10
	MEMBERS(Machine_Shuffle(DX)(R10*1))
	BITS(R9)
	STORE(R9, masks_in(DI))
	ESCAPES(R9)
	SHRQ $2, R8             // those that end in s
	STORE(R9, masks_escapes(DI))
	VZEROUPPER
	RET

// func cpuid(leaf uint32) (eax, ebx, ecx uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-20
	MOVL leaf+0(FP), AX
	XORL CX, CX
	CPUID
	MOVL AX, eax+8(FP)
	MOVL BX, ebx+12(FP)
	MOVL CX, ecx+16(FP)
	RET

// func xgetbv() uint32
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, ret+0(FP)
	RET
