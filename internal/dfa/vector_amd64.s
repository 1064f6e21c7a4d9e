//go:build gc && !purego

#include "textflag.h"

// For a byte's high digit: the bit that stands for it in Shuffle. A byte of
// 0x80 or more has all bits, of which the shuffle by the byte itself has none.
DATA rows<>+0(SB)/8, $0x8040201008040201
DATA rows<>+8(SB)/8, $0xffffffffffffffff
GLOBL rows<>(SB), RODATA|NOPTR, $16

DATA low4<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL low4<>(SB), RODATA|NOPTR, $8

// One skip set: a byte is in it if the bit for its high digit (Y4, Y5) is
// among the bits that the set has for its low digit.
#define SET(k) \
	VBROADCASTI128 (16*k)(DX), Y6 \
	VPSHUFB Y0, Y6, Y7            \
	VPSHUFB Y1, Y6, Y6            \
	VPAND Y4, Y7, Y7              \
	VPAND Y5, Y6, Y6              \
	VPCMPEQB Y4, Y7, Y7           \
	VPCMPEQB Y5, Y6, Y6           \
	VPMOVMSKB Y7, R10             \
	VPMOVMSKB Y6, R11             \
	SHLQ $32, R11                 \
	ORQ R11, R10                  \
	SHRQ CX, R10                  \
	ANDQ R8, R10                  \
	MOVQ R10, (8<<k)(DI)

// func window(s string, i int, shuffle *[MaxSets][16]uint8, in *masks)
TEXT ·window(SB), NOSPLIT, $0-40
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ i+16(FP), AX
	MOVQ shuffle+24(FP), DX
	MOVQ in+32(FP), DI
	ADDQ AX, SI
	SUBQ AX, BX           // bytes left, at least 1
	XORL CX, CX           // how far to shift a mask down
	MOVQ $-1, R8          // the bits of a mask that belong to s
	CMPQ BX, $64
	JGE  load

	// Fewer than 64. Loading 64 is sound as long as they lie in one page, for
	// one of them is a byte of s. Else load those that end where s ends: they
	// begin less than 64 bytes before s[i], in the page of s[i], which ends
	// within 63 bytes of it.
	MOVQ $64, CX
	SUBQ BX, CX
	SHRQ CX, R8
	LEAQ 63(SI), R9
	XORQ SI, R9
	CMPQ R9, $4096
	JGE  back
	XORL CX, CX
	JMP  load

back:
	SUBQ CX, SI

load:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPBROADCASTQ low4<>(SB), Y2
	VBROADCASTI128 rows<>(SB), Y3
	VPSRLW $4, Y0, Y4
	VPSRLW $4, Y1, Y5
	VPAND Y2, Y4, Y4
	VPAND Y2, Y5, Y5
	VPSHUFB Y4, Y3, Y4
	VPSHUFB Y5, Y3, Y5
	SET(0)
	SET(1)
	SET(2)
	MOVQ 48(DX), R9       // few machines have a fourth set
	ORQ  56(DX), R9
	JZ   done
	SET(3)

done:
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
