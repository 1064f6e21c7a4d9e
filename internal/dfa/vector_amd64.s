//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"

// For a byte's high digit: the bit that stands for it in Shuffle. A byte of
// 0x80 or more has all bits, of which the shuffle by the byte itself has none.
DATA rows<>+0(SB)/8, $0x8040201008040201
DATA rows<>+8(SB)/8, $0xffffffffffffffff
GLOBL rows<>(SB), RODATA|NOPTR, $16

DATA low4<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL low4<>(SB), RODATA|NOPTR, $8

// SET(k, mask) sets the bits of the bytes in set k. A byte is in the set if the
// bit for its high digit (Y4, Y5) is among the bits that the set has for its low
// digit.
#define SET(k, mask) \
	VBROADCASTI128 (Machine_Shuffle+16*k)(DX), Y6 \
	VPSHUFB Y0, Y6, Y7     \
	VPSHUFB Y1, Y6, Y6     \
	VPAND Y4, Y7, Y7       \
	VPAND Y5, Y6, Y6       \
	VPCMPEQB Y4, Y7, Y7    \
	VPCMPEQB Y5, Y6, Y6    \
	VPMOVMSKB Y7, mask     \
	VPMOVMSKB Y6, R11      \
	SHLQ $32, R11          \
	ORQ R11, mask          \
	SHRQ CX, mask          \
	ANDQ R8, mask

// CLASSIFY loads the 64 bytes from s[i] on, and makes Y4 and Y5 the bits for
// their high digits. It leaves in CX how far to shift a mask down, and in R8 the
// bits of a mask that belong to s.
//
// If fewer than 64 bytes are left, loading 64 is sound as long as they lie in one
// page, for one of them is a byte of s. Else those are loaded that end where s
// ends. They begin less than 64 bytes before s[i], in the page of s[i], which
// ends within 63 bytes of it.
#define CLASSIFY \
	MOVQ s_base+0(FP), SI \
	MOVQ s_len+8(FP), BX \
	MOVQ i+16(FP), AX \
	MOVQ m+24(FP), DX \
	MOVQ w+32(FP), DI \
	ADDQ AX, SI \
	SUBQ AX, BX \
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
	VMOVDQU (SI), Y0 \
	VMOVDQU 32(SI), Y1 \
	VPBROADCASTQ low4<>(SB), Y2 \
	VBROADCASTI128 rows<>(SB), Y3 \
	VPSRLW $4, Y0, Y4 \
	VPSRLW $4, Y1, Y5 \
	VPAND Y2, Y4, Y4 \
	VPAND Y2, Y5, Y5 \
	VPSHUFB Y4, Y3, Y4 \
	VPSHUFB Y5, Y3, Y5

// func window(s string, i int, m *Machine, w *masks)
TEXT ·window(SB), NOSPLIT, $0-40
	CLASSIFY
	SET(0, R10)           // SetHead
	MOVQ R10, masks_head(DI)
	SET(3, R10)           // SetBody
	MOVQ R10, masks_body(DI)
	MOVB $0, masks_all(DI)

	// Most texts have no escapes.
	VPBROADCASTB Machine_Lead(DX), Y6
	VPCMPEQB Y0, Y6, Y8
	VPCMPEQB Y1, Y6, Y9
	VPOR Y8, Y9, Y7
	VPTEST Y7, Y7
	JNZ  lead
	MOVQ $0, masks_escapes(DI)
	VZEROUPPER
	RET

lead:
	VPMOVMSKB Y8, R12
	VPMOVMSKB Y9, R11
	SHLQ $32, R11
	ORQ  R11, R12
	SHRQ CX, R12
	SET(1, R10)           // SetFirst
	SET(2, R9)            // SetSecond
	SHRQ $1, R10
	SHRQ $2, R9
	ANDQ R10, R12
	ANDQ R9, R12
	MOVQ R12, masks_escapes(DI)
	VZEROUPPER
	RET

// func windowRest(s string, i int, m *Machine, w *masks)
TEXT ·windowRest(SB), NOSPLIT, $0-40
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
