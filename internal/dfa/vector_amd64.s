//go:build gc && !purego

// This assembly is written by hand. It is short enough to be read whole. Macros do
// what is done more than once, and the tables carry what differs between syntaxes.
// A generator would be longer than what it generates.

#include "textflag.h"
#include "go_asm.h"
#include "vector_amd64.h"

// For a byte's high digit: the bit that stands for it in Shuffle. A byte of
// 0x80 or more has all bits, of which the shuffle by the byte itself has none.
DATA ·rows+0(SB)/8, $0x8040201008040201
DATA ·rows+8(SB)/8, $0xffffffffffffffff
GLOBL ·rows(SB), RODATA|NOPTR, $16

DATA ·newline+0(SB)/8, $0x0a
GLOBL ·newline(SB), RODATA|NOPTR, $8

DATA ·low4+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL ·low4(SB), RODATA|NOPTR, $8

// SET(k, mask) sets the bits of the bytes in set k.
#define SET(k, mask) \
	MEMBERS(k)             \
	VPMOVMSKB Y7, mask     \
	VPMOVMSKB Y6, R11      \
	SHLQ $32, R11          \
	ORQ R11, mask          \
	SHRQ CX, mask          \
	ANDQ R8, mask

// ARGUMENTS loads the arguments of window and windowRest: SI is where s[i] lies,
// BX how many bytes are left, at least 1, DX is m, and DI is w.
#define ARGUMENTS \
	MOVQ s_base+0(FP), SI \
	MOVQ s_len+8(FP), BX \
	MOVQ i+16(FP), AX \
	MOVQ m+24(FP), DX \
	MOVQ w+32(FP), DI \
	ADDQ AX, SI \
	SUBQ AX, BX

// CLASSIFY loads the 64 bytes from SI on, and makes Y4 and Y5 the bits for their
// high digits. It leaves in CX how far to shift a mask down, and in R8 the bits
// of a mask that belong to s.
//
// If fewer than 64 bytes are left, 64 can be loaded if they lie in one page: one of
// them is a byte of s. If they do not, the 64 bytes that end with s are loaded.
// They begin less than 64 bytes before s[i], in the page of s[i].
#define CLASSIFY \
	XORL CX, CX \
	MOVQ $-1, R8 \
	CMPQ BX, $64 \
	JGE  load \
	MOVQ $64, CX \
	SUBQ BX, CX \
	SHRQ CX, R8 \
	LEAQ 63(SI), R9 \
	XORQ SI, R9 \
	XORL R10, R10 \
	CMPQ R9, $4096 \
	CMOVQLT R10, CX \
	SUBQ CX, SI \
load: \
	VPBROADCASTQ ·low4(SB), Y2 \
	VBROADCASTI128 ·rows(SB), Y3 \
	HIGH

// WINDOW stores the window in w.
#define WINDOW \
	CLASSIFY \
	SET(0, R9)              /* SetHead */ \
	MOVQ R9, masks_head(DI) \
	SET(3, R12)             /* SetBody */ \
	MOVQ R12, masks_body(DI) \
	MOVB $0, masks_all(DI) \
	XORL R13, R13 \
	VPBROADCASTB Machine_Lead(DX), Y6 \
	VPCMPEQB Y0, Y6, Y8 \
	VPCMPEQB Y1, Y6, Y9 \
	VPOR Y8, Y9, Y7 \
	VPTEST Y7, Y7 \
	JZ   whole              /* most texts have no escapes */ \
	SET(1, R10)             /* SetFirst */ \
	SHRQ $1, R10 \
	SET(2, R13)             /* SetSecond */ \
	SHRQ $2, R13 \
	ANDQ R10, R13 \
	VPMOVMSKB Y8, R10 \
	VPMOVMSKB Y9, R11 \
	SHLQ $32, R11 \
	ORQ  R11, R10 \
	SHRQ CX, R10 \
	ANDQ R10, R13 \
	ORQ  R13, R12 \
whole: \
	MOVQ R13, masks_escapes(DI) \
	VZEROUPPER

// Positions of special bytes are found from a mask of 64 bits, R12, or from one of
// 128, R12 and DI. Every bit from the end of s on is set.

// COUNT64 sets R13 to the number of special bytes of s. NEXT64 clears the first bit
// that is set, and sets p to the position of the next one, or to 64.
#define COUNT64 \
	POPCNTQ R12, R13 \
	LEAQ -64(R13)(BX*1), R13
#define NEXT64(p) \
	BLSRQ R12, R12 \
	TZCNTQ R12, p

// COUNT128 and NEXT128 do the same for R12 and DI.
#define COUNT128 \
	POPCNTQ R12, R13 \
	POPCNTQ DI, AX \
	ADDQ AX, R13 \
	LEAQ -128(R13)(BX*1), R13
#define NEXT128(p) \
	BLSRQ DI, R10 \
	TESTQ R12, R12 \
	CMOVQEQ R10, DI \
	BLSRQ R12, R12 \
	TZCNTQ DI, p \
	ADDQ $64, p \
	TZCNTQ R12, R10 \
	CMOVQCC R10, p

// KIND sets kind to the kind of the delimiter at p, or to 0.
#define KIND(p, kind) \
	MOVBLZX (SI)(p*1), kind \
	MOVBLZX 1(SI)(p*1), R9 \
	MOVBLZX Engine_first(DX)(kind*1), kind \
	ANDB Engine_second(DX)(R9*1), kind

// LEADS sets the bits of the bytes that are Lead.
#define LEADS(mask) \
	VPBROADCASTB Machine_Lead(DX), Y6 \
	VPCMPEQB Y0, Y6, Y7 \
	VPCMPEQB Y1, Y6, Y6 \
	BITS(mask)

// REGION stores where the first region begins, R10.
#define REGION \
	MOVQ starts+24(FP), AX \
	ADDQ Engine_mark(DX), AX \
	MOVL R10, (AX)

// PATH sets R8 to the path of an index, R8.
#define PATH \
	MOVBLZX Engine_pathOf(DX)(R8*1), R8 \
	SHLL $6, R8             /* the size of a path */ \
	LEAQ Engine_paths(DX)(R8*1), R8

// REGIONS finds the path from the first special byte on, R14. No branch depends on
// which path that is. REGIONS jumps to path if every exit of the path is possible. If
// not, it goes on after the macro. R12 is the index of the path, R8 its address, and the
// lanes of X0 are the positions of special bytes. No exit of a path is wider than four
// bytes, so REGIONS reads no more than seven bytes after s. They do not change the result.
#define REGIONS(COUNT, NEXT) \
	CMPQ R10, R14 \
	JGE  other \
	CMPQ R14, BX \
	JEQ  plain \
	REGION \
	XORL R15, R15           /* in a plugin, the assembler demands that R15 is set first */ \
	COUNT \
	LEAQ (R13)(R13*2), R13 \
	NEXT(AX) \
	NEXT(CX) \
	NEXT(R15) \
	VMOVD R14, X0 \
	VPINSRD $1, AX, X0, X0 \
	VPINSRD $2, CX, X0, X0 \
	VPINSRD $3, R15, X0, X0 \
	KIND(R14, R8) \
	KIND(AX, R10) \
	KIND(CX, R11) \
	LEAQ (R8)(R10*8), R8 \
	SHLL $6, R11 \
	ORL  R11, R8 \
	BZHIL R13, R8, R8       /* only the special bytes of s; with more than 85, the path may be shorter */ \
	MOVL R8, R12 \
	PATH \
	VPADDD path_need(R8), X0, X1 \
	VPSHUFD $0xf9, X0, X2   /* the next special byte */ \
	VPCMPGTD X2, X1, X1 \
	VMOVMSKPS X1, R11 \
	ADDQ Engine_width(DX), SI \
	MOVBLZX (SI)(R14*1), R9 \
	MOVBLZX (SI)(AX*1), R10 \
	MOVBLZX Machine_Delim(DX)(R9*1), R9 \
	MOVBLZX Machine_Delim(DX)(R10*1), R10 \
	SHLL $8, R10 \
	ORL  R10, R9 \
	MOVWLZX path_first(R8), R10 \
	ANDL R10, R9 \
	ORL  R9, R11 \
	JZ   path

// func beginLine(s string, m *Engine, starts *Starts) (end int, state uint, n int)
TEXT ·beginLine(SB), NOSPLIT, $0-56
	MOVQ s_base+0(FP), SI

	// The line ends before LF or CR LF.
	VPBROADCASTB ·newline(SB), Y6
	VPCMPEQB (SI), Y6, Y7
	VPCMPEQB 32(SI), Y6, Y6
	BITS(AX)
	TZCNTQ AX, BX
	JCC  found
	VPBROADCASTB ·newline(SB), Y6
	VPCMPEQB 64(SI), Y6, Y7
	VPCMPEQB 96(SI), Y6, Y6
	BITS(AX)
	TZCNTQ AX, BX
	JCS  unknown
	ADDQ $64, BX
found:
	TESTQ BX, BX
	JZ   text
	XORL AX, AX
	CMPB -1(SI)(BX*1), $13
	SETEQ AX
	SUBQ AX, BX
text:
	MOVQ BX, n+48(FP)
	MOVQ BX, s_len+8(FP)
	JMP  ·begin(SB)
unknown:
	MOVQ $-1, n+48(FP)
	VZEROUPPER
	RET

// func begin(s string, m *Engine, starts *Starts) (end int, state uint)
TEXT ·begin(SB), NOSPLIT, $0-48
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ m+16(FP), DX
	CMPB ·useVector(SB), $0
	JEQ  off
	CMPQ BX, $8
	JLT  none
	MOVL (SI), AX
	ORL  Machine_PrefixFold(DX), AX
	CMPL AX, Machine_Prefix(DX)
	JNE  none
	VPBROADCASTQ ·low4(SB), Y2
	VBROADCASTI128 ·rows(SB), Y3
	CMPQ BX, $64
	JGT  long
	MOVL SI, AX
	ANDL $4095, AX
	CMPL AX, $4024
	JGT  other              // so that 70 bytes can be read

	HIGH
	MEMBERS(3)              // SetBody
	BITS(R12)
	BZHIQ BX, R12, R12
	HEAD
	MOVQ R12, R8
	NOTQ R8
	TZCNTQ R8, R8
	CMPQ R8, BX
	JNE  special
	CMPQ R10, BX
	JGE  other
plain:
	REGION
	MOVWLZX (Machine_Head+Head_Region)(DX), AX
	MOVQ AX, state+40(FP)
	MOVQ BX, end+32(FP)
	VZEROUPPER
	RET

special:
	LEADS(R13)
	MEMBERS(2)              // SetSecond
	BITS(R9)
	BZHIQ BX, R9, R9
	MOVQ R9, AX             // SetFirst, if it is the same set
	CMPB Engine_firstDiffers(DX), $0
	JNE  first
firsts:
	SHRQ $1, AX
	ANDQ AX, R13
	SHRQ $2, R9
	ANDQ R9, R13
	ORQ  R13, R12
	NOTQ R12
	SHRXQ R10, R12, R12
	SHLXQ R10, R12, R12
	TZCNTQ R12, R14
	REGIONS(COUNT64, NEXT64)
	JMP  blocked

long:
	CMPQ BX, $const_beginLen
	JGT  longer
	LEAQ -1(SI)(BX*1), AX
	ANDL $4095, AX
	CMPL AX, $4088
	JGT  other              // so that seven bytes can be read after s

	// R12: the first 64 bytes. DI: the rest of s.
	HIGH
	MEMBERS(3)              // SetBody
	BITS(R12)
	HEAD
	VMOVDQU Y0, Y8
	VMOVDQU Y1, Y9
	VMOVDQU Y4, Y10
	VMOVDQU Y5, Y11
	LEAQ -64(SI)(BX*1), SI
	HIGH
	MEMBERS(3)              // SetBody
	BITS(DI)
	MOVQ s_base+0(FP), SI
	MOVL $128, CX
	SUBL BX, CX
	SHRXQ CX, DI, DI
	MOVQ R12, AX
	MOVQ DI, R8
	NOTQ AX
	NOTQ R8
	TZCNTQ R8, R8
	ADDQ $64, R8
	TZCNTQ AX, AX
	CMOVQCC AX, R8
	CMPQ R8, BX
	JEQ  plain

	// The escapes. R9 and R15 take the first bytes of DI to the last ones of R12.
	LEADS(R13)
	SHRXQ CX, R13, R13
	MEMBERS(2)              // SetSecond
	XORL R15, R15           // as in REGIONS
	BITS(R15)
	SHRXQ CX, R15, R15
	MOVQ R15, R9            // SetFirst, if it is the same set
	CMPB Engine_firstDiffers(DX), $0
	JNE  firstAfter
firstsAfter:
	MOVQ R9, AX
	SHRQ $1, AX
	ANDQ AX, R13
	MOVQ R15, AX
	SHRQ $2, AX
	ANDQ AX, R13
	ORQ  R13, DI
	NOTQ DI
	SHLQ $63, R9
	SHLQ $62, R15
	VMOVDQU Y8, Y0
	VMOVDQU Y9, Y1
	VMOVDQU Y10, Y4
	VMOVDQU Y11, Y5
	LEADS(R13)
	MEMBERS(2)
	BITS(AX)
	MOVQ AX, R8
	CMPB Engine_firstDiffers(DX), $0
	JNE  firstBefore
firstsBefore:
	SHRQ $1, R8
	ORQ  R9, R8
	ANDQ R8, R13
	SHRQ $2, AX
	ORQ  R15, AX
	ANDQ AX, R13
	ORQ  R13, R12
	NOTQ R12
	SHRXQ R10, R12, R12
	SHLXQ R10, R12, R12
	TZCNTQ DI, R14
	ADDQ $64, R14
	TZCNTQ R12, AX
	CMOVQCC AX, R14
	REGIONS(COUNT128, NEXT128)
blocked:
	// The other region of an exit does not begin. The path ends before that exit.
	// That is lane 0 if R11 has bit 0 or 4, and lane 1 if it has bit 1 or 12.
	MOVL R11, R9
	MOVL R11, R10
	SHRL $4, R9
	SHRL $11, R10
	ORL  R9, R11
	ORL  R10, R11
	TZCNTL R11, R11
	LEAL (R11)(R11*2), R11
	BZHIL R11, R12, R8
	PATH
path:
	VPADDD path_width(R8), X0, X0
	VPSHUFB path_slots(R8), X0, X0
	MOVQ starts+24(FP), R10
	ADDQ Engine_slots(DX), R10
	VMOVDQU X0, (R10)
	MOVL $0, 12(R10)        // no capture
	VPEXTRD $3, X0, AX
	MOVQ AX, end+32(FP)
	MOVWLZX path_state(R8), AX
	MOVQ AX, state+40(FP)
	VZEROUPPER
	RET

	// SetFirst is another set than SetSecond.
first:
	MEMBERS(1)
	BITS(AX)
	JMP  firsts
firstAfter:
	MEMBERS(1)
	BITS(R9)
	SHRXQ CX, R9, R9
	JMP  firstsAfter
firstBefore:
	MEMBERS(1)
	BITS(R8)
	JMP  firstsBefore

longer:
	CMPQ BX, $const_maxLen
	JGT  none
	// One region without escapes.
	HIGH
	HEAD
	MEMBERS(3)              // SetBody
	BITS(AX)
	NOTQ AX
	SHRXQ R10, AX, AX
	TESTQ AX, AX
	JNZ  regions
	LEAQ -64(SI)(BX*1), R12 // the last 64 bytes of s
next:
	ADDQ $64, SI
	CMPQ SI, R12
	CMOVQGT R12, SI
	HIGH
	MEMBERS(3)              // SetBody
	VPAND Y6, Y7, Y7
	VPMOVMSKB Y7, R11
	CMPL R11, $-1
	JNE  regions
	CMPQ SI, R12
	JNE  next
	JMP  plain
regions:
	MOVQ s_base+0(FP), SI
	MOVBLZX (SI)(R10*1), AX
	MOVBLZX Machine_Sets(DX)(AX*1), AX
	BTL  $3, AX             // SetBody
	JCC  other
	REGION
	MOVWLZX (Machine_Head+Head_Region)(DX), AX
	MOVQ AX, state+40(FP)
	MOVQ R10, end+32(FP)
	VZEROUPPER
	RET

other:
	VZEROUPPER
	MOVWLZX Machine_Begin(DX), AX
	MOVQ AX, state+40(FP)
	MOVQ $const_PrefixLen, end+32(FP)
	RET

none:
	VZEROUPPER
off:                            // the processor may have no vectors
	MOVQ $-1, end+32(FP)
	RET

// func window(s string, i int, m *Machine, w *masks)
TEXT ·window(SB), NOSPLIT, $0-40
	ARGUMENTS
	WINDOW
	RET

// func windowRest(s string, i int, m *Machine, w *masks)
TEXT ·windowRest(SB), NOSPLIT, $0-40
	ARGUMENTS
	CLASSIFY
	SET(4, R10)
	MOVQ R10, masks_rest+8*0(DI)
	SET(5, R10)
	MOVQ R10, masks_rest+8*1(DI)
	SET(6, R10)
	MOVQ R10, masks_rest+8*2(DI)
	MOVB $1, masks_all(DI)
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
