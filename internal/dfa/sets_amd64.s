//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"
#include "masks_amd64.h"

// STORE stores the lowest R8 bits of mask, which begin at bit CX.
#define STORE(mask, place) \
	SHRQ CX, mask \
	ANDQ R8, mask \
	MOVQ mask, place

// func find(s string, i int, t *Sets) (first, second, third uint64)
TEXT ·find(SB), NOSPLIT, $0-56
	CMPB ·useVector(SB), $0
	JEQ  portable
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ i+16(FP), AX
	MOVQ t+24(FP), DX
	ADDQ AX, SI
	SUBQ AX, BX
	CONSTANTS

	// As in window: 64 bytes are loaded that lie in the page of s[i].
	XORL CX, CX
	MOVQ $-1, R8
	CMPQ BX, $64
	JGE  load
	MOVQ $64, CX
	SUBQ BX, CX
	SHRQ CX, R8
	LEAQ 63(SI), AX
	XORQ SI, AX
	XORL R9, R9
	CMPQ AX, $4096
	CMOVQLT R9, CX
	SUBQ CX, SI
load:
	LOAD((SI))
	MEMBERS((DX))
	BITS(R9)
	STORE(R9, first+32(FP))
	MEMBERS(16(DX))
	BITS(R9)
	STORE(R9, second+40(FP))
	MEMBERS(32(DX))
	VPOR Y0, Y7, Y7
	VPOR Y1, Y6, Y6
	BITS(R9)
	STORE(R9, third+48(FP))
	VZEROUPPER
	RET
portable:
	JMP  ·findPortable(SB)
