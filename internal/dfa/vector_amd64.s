//go:build gc && !purego

// This assembly is written by hand. It is short enough to be read whole, all of it
// is made of four macros, and the tables carry what differs between syntaxes. A
// generator would be longer than what it generates.

#include "textflag.h"
#include "go_asm.h"

// For a byte's high digit: the bit that stands for it in Shuffle. A byte of
// 0x80 or more has all bits, of which the shuffle by the byte itself has none.
DATA rows<>+0(SB)/8, $0x8040201008040201
DATA rows<>+8(SB)/8, $0xffffffffffffffff
GLOBL rows<>(SB), RODATA|NOPTR, $16

DATA low4<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL low4<>(SB), RODATA|NOPTR, $8

// HIGH loads 64 bytes, and makes Y4 and Y5 the bits for their high digits.
#define HIGH \
	VMOVDQU (SI), Y0 \
	VMOVDQU 32(SI), Y1 \
	VPSRLW $4, Y0, Y4 \
	VPSRLW $4, Y1, Y5 \
	VPAND Y2, Y4, Y4 \
	VPAND Y2, Y5, Y5 \
	VPSHUFB Y4, Y3, Y4 \
	VPSHUFB Y5, Y3, Y5

// MEMBERS(k) sets the bytes of Y7 and Y6 whose bytes are in set k. A byte is in
// the set if the bit for its high digit is among the bits that the set has for
// its low digit.
#define MEMBERS(k) \
	VBROADCASTI128 (Machine_Shuffle+16*k)(DX), Y6 \
	VPSHUFB Y0, Y6, Y7     \
	VPSHUFB Y1, Y6, Y6     \
	VPAND Y4, Y7, Y7       \
	VPAND Y5, Y6, Y6       \
	VPCMPEQB Y4, Y7, Y7    \
	VPCMPEQB Y5, Y6, Y6

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
// If fewer than 64 bytes are left, loading 64 is sound as long as they lie in one
// page, for one of them is a byte of s. Else those are loaded that end where s
// ends. They begin less than 64 bytes before s[i], in the page of s[i], which
// ends within 63 bytes of it.
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
	VPBROADCASTQ low4<>(SB), Y2 \
	VBROADCASTI128 rows<>(SB), Y3 \
	HIGH

// WINDOW stores the window in w. It leaves in R9 the mask of SetHead, and in R12
// the bytes that are not special.
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

// func window(s string, i int, m *Machine, w *masks)
TEXT ·window(SB), NOSPLIT, $0-40
	ARGUMENTS
	WINDOW
	RET

// CLASS(b) makes b, a byte, the place of its entry in the row at R11 of Next.
#define CLASS(b) \
	MOVBLZX Machine_Class(DX)(b*1), b \
	ADDL R11, b

// func plain(s string, m *Machine, w *masks) (body int)
TEXT ·plain(SB), NOSPLIT, $0-40
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ m+16(FP), DX
	MOVQ w+24(FP), DI
	MOVQ $0, body+32(FP)
	ADDQ $4, SI           // PrefixLen
	SUBQ $4, BX
	MOVQ SI, AX
	WINDOW

	// R9: the length of the counted run.
	NOTQ R9
	TZCNTQ R9, R9
	MOVBLZX (Machine_Head+Head_Max)(DX), R10
	CMPQ R9, R10
	JHI  other
	TESTQ R9, R9
	JZ   other

	// The region begins after the delimiter, with a byte that is not special.
	LEAQ 1(R9), R13
	CMPQ R13, BX
	JGE  other
	BTQ  R13, R12
	JCC  other

	// The word excepted, the first byte of the run, and the last one.
	MOVL (AX), R10
	ORL  (Machine_Head+Head_ExceptFold)(DX), R10
	CMPL R10, (Machine_Head+Head_Except)(DX)
	JEQ  other
	MOVQ Machine_Next(DX), R8
	MOVWLZX Machine_Begin(DX), R11
	SHLL $5, R11          // rowBits
	MOVBLZX (AX), R10
	CLASS(R10)
	CMPW (R8)(R10*2), $0
	JEQ  other
	MOVBLZX -1(AX)(R9*1), R10
	MOVBLZX Machine_Sets(DX)(R10*1), R10
	MOVBLZX (Machine_Head+Head_Last)(DX), R11
	BTL  R11, R10
	JCC  other

	// The delimiter, and the first byte of the region.
	MOVWLZX (Machine_Head+Head_Chain)(DX), R11
	ADDL R9, R11
	SHLL $5, R11
	MOVBLZX (AX)(R9*1), R10
	CLASS(R10)
	MOVWLZX (Machine_Head+Head_Delimiter)(DX), R11
	CMPW (R8)(R10*2), R11
	JNE  other
	ANDL $0xffe0, R11     // rowMask
	MOVBLZX 1(AX)(R9*1), R10
	CLASS(R10)
	CMPW (R8)(R10*2), $0
	JEQ  other
	LEAQ 4(R13), R9
	NEGQ R9
	MOVQ R9, body+32(FP)

	// The region lasts to the end of s if the first special byte of the window,
	// from the region on, is the first one after s, or if there is none.
	MOVQ R13, CX
	NOTQ R12
	SHRQ CX, R12
	TZCNTQ R12, R12
	ADDQ CX, R12
	CMPQ BX, $64
	JGE  long
	CMPQ R12, BX
	JNE  other
	JMP  all

	// The windows after the first hold no special byte and no escape. The last
	// 64 bytes of s are looked at twice rather than in part.
long:
	CMPQ R12, $64
	JLT  other
	MOVQ AX, SI
	LEAQ -64(AX)(BX*1), R12 // the last 64 bytes of s
	VPBROADCASTQ low4<>(SB), Y2
	VBROADCASTI128 rows<>(SB), Y3
next:
	ADDQ $64, SI
	CMPQ SI, R12
	CMOVQGT R12, SI
	HIGH
	MEMBERS(3)              // SetBody
	VPAND Y6, Y7, Y7
	VPMOVMSKB Y7, R10
	CMPL R10, $-1
	JNE  special
	CMPQ SI, R12
	JNE  next
	VZEROUPPER
	JMP  all
special:
	VZEROUPPER
	RET

all:
	NEGQ R9
	MOVQ R9, body+32(FP)

other:
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
