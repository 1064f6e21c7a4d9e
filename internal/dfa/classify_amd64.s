//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"

// BITS(mask) gathers the high bits of the bytes of Y6 and Y7.
#define BITS(mask)      \
	VPMOVMSKB Y6, mask \
	VPMOVMSKB Y7, R10  \
	SHLQ $32, R10      \
	ORQ R10, mask

// SET(table, mask) sets the bits of the bytes in a set. A byte is in the set if
// the bit for its high digit (Y4, Y5) is among the bits that the table has for
// its low digit.
#define SET(table, mask)  \
	VPSHUFB Y0, table, Y6 \
	VPSHUFB Y1, table, Y7 \
	VPAND Y4, Y6, Y6      \
	VPAND Y5, Y7, Y7      \
	VPCMPEQB Y4, Y6, Y6   \
	VPCMPEQB Y5, Y7, Y7   \
	BITS(mask)

// func classify(s string, m *Machine, first, second uint64, special *uint8)
TEXT ·classify(SB), NOSPLIT, $0-48
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), CX
	MOVQ m+16(FP), DX
	MOVQ first+24(FP), R14
	MOVQ second+32(FP), BX
	MOVQ special+40(FP), DI
	VPBROADCASTQ ·low4(SB), Y15
	VBROADCASTI128 ·rows(SB), Y14
	VBROADCASTI128 (Machine_Shuffle+16*const_SetBody)(DX), Y13
	VBROADCASTI128 (Machine_Shuffle+16*const_SetFirst)(DX), Y12
	VBROADCASTI128 (Machine_Shuffle+16*const_SetSecond)(DX), Y9
	VPBROADCASTB Machine_Lead(DX), Y10

	// Most often SetFirst and SetSecond are the same: R15 is 0.
	MOVQ (Machine_Shuffle+16*const_SetFirst)(DX), R15
	XORQ (Machine_Shuffle+16*const_SetSecond)(DX), R15
	MOVQ (Machine_Shuffle+16*const_SetFirst+8)(DX), R8
	XORQ (Machine_Shuffle+16*const_SetSecond+8)(DX), R8
	ORQ  R8, R15

	ADDQ CX, SI
	SHRQ $6, CX

	// From the last 64 bytes to the first: whether a byte begins an escape
	// depends on the two bytes after it.
loop:
	SUBQ $64, SI
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPSRLW $4, Y0, Y4
	VPSRLW $4, Y1, Y5
	VPAND Y15, Y4, Y4
	VPAND Y15, Y5, Y5
	VPSHUFB Y4, Y14, Y4
	VPSHUFB Y5, Y14, Y5
	SET(Y13, AX)            // SetBody
	VPCMPEQB Y10, Y0, Y6
	VPCMPEQB Y10, Y1, Y7
	BITS(R12)               // Lead
	SET(Y12, R8)            // SetFirst
	MOVQ R8, R13
	SHRQ $1, R13
	SHLQ $63, R14
	ORQ  R14, R13           // bit j: byte j+1 is in SetFirst
	ANDQ R13, R12
	MOVQ R8, R14
	TESTQ R15, R15
	JZ   same
	SET(Y9, R8)             // SetSecond

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
