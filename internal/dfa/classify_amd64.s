//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"
#include "vector_amd64.h"

// func classify(s string, m *Engine, first, second uint64, special *uint8)
TEXT ·classify(SB), NOSPLIT, $0-48
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), CX
	MOVQ m+16(FP), DX
	MOVQ first+24(FP), R14
	MOVQ second+32(FP), BX
	MOVQ special+40(FP), DI
	VPBROADCASTQ ·low4(SB), Y2
	VBROADCASTI128 ·rows(SB), Y3
	VBROADCASTI128 (Machine_Shuffle+16*const_SetBody)(DX), Y13
	VBROADCASTI128 (Machine_Shuffle+16*const_SetFirst)(DX), Y12
	VBROADCASTI128 (Machine_Shuffle+16*const_SetSecond)(DX), Y9
	VPBROADCASTB Machine_Lead(DX), Y10

	ADDQ CX, SI
	SHRQ $6, CX

	// From the last 64 bytes to the first: whether a byte begins an escape
	// depends on the two bytes after it.
loop:
	SUBQ $64, SI
	HIGH
	IN(Y13, AX)            // SetBody
	VPCMPEQB Y10, Y0, Y7
	VPCMPEQB Y10, Y1, Y6
	BITS(R12)               // Lead
	IN(Y12, R8)            // SetFirst
	MOVQ R8, R13
	SHRQ $1, R13
	SHLQ $63, R14
	ORQ  R14, R13           // bit j: byte j+1 is in SetFirst
	ANDQ R13, R12
	MOVQ R8, R14
	CMPB Engine_firstDiffers(DX), $0
	JEQ  same
	IN(Y9, R8)             // SetSecond

same:
	MOVQ R8, R13
	SHRQ $2, R13
	SHLQ $62, BX
	ORQ  BX, R13            // bit j: byte j+2 is in SetSecond
	MOVQ R8, BX
	ANDQ R13, R12
	ORQ  R12, AX
	NOTQ AX
	MOVQ AX, -8(DI)(CX*8)
	DECQ CX
	JNZ  loop
	VZEROUPPER
	RET
