//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"
#include "masks_amd64.h"

// PART(k, at, prefix, fold, mask) finds which of 32 bytes, from at on, are byte k of the
// prefix.
#define PART(k, at, prefix, fold, mask) \
	VPOR (at+k)(SI)(AX*1), fold, mask \
	VPCMPEQB prefix, mask, mask

// func indexPrefix(s string, i int, m *Machine) int
//
// A block has 64 places, so it reads 67 bytes. In most blocks, no place has both the
// second and the fourth byte of the prefix.
TEXT ·indexPrefix(SB), NOSPLIT, $0-40
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ i+16(FP), AX
	MOVQ m+24(FP), DX
	VPBROADCASTB (Machine_Prefix+0)(DX), Y0
	VPBROADCASTB (Machine_Prefix+1)(DX), Y1
	VPBROADCASTB (Machine_Prefix+2)(DX), Y2
	VPBROADCASTB (Machine_Prefix+3)(DX), Y3
	VPBROADCASTB (Machine_PrefixFold+0)(DX), Y4
	VPBROADCASTB (Machine_PrefixFold+1)(DX), Y5
	VPBROADCASTB (Machine_PrefixFold+2)(DX), Y6
	VPBROADCASTB (Machine_PrefixFold+3)(DX), Y7
	SUBQ $67, BX
	JMP  first
next:
	ADDQ $64, AX
first:
	CMPQ AX, BX
	JGT  done
	PART(1, 0, Y1, Y5, Y8)
	PART(3, 0, Y3, Y7, Y9)
	PART(1, 32, Y1, Y5, Y10)
	PART(3, 32, Y3, Y7, Y11)
	VPAND Y9, Y8, Y8
	VPAND Y11, Y10, Y10
	VPOR  Y8, Y10, Y12
	VPTEST Y12, Y12
	JZ   next
	PART(0, 0, Y0, Y4, Y9)
	PART(2, 0, Y2, Y6, Y11)
	PART(0, 32, Y0, Y4, Y12)
	PART(2, 32, Y2, Y6, Y13)
	VPAND Y9, Y8, Y8
	VPAND Y11, Y8, Y8
	VPAND Y12, Y10, Y10
	VPAND Y13, Y10, Y10
	VPMOVMSKB Y8, CX
	VPMOVMSKB Y10, R8
	SHLQ $32, R8
	ORQ  R8, CX
	JZ   next
	BSFQ CX, CX
	ADDQ CX, AX
done:
	VZEROUPPER
	MOVQ AX, ret+32(FP)
	RET

// func indexFour(s []byte, i int, four *[4]byte) int
TEXT ·indexFour(SB), NOSPLIT, $0-48
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), BX
	MOVQ i+24(FP), AX
	MOVQ four+32(FP), DX
	VPBROADCASTB (DX), Y0
	VPBROADCASTB 1(DX), Y1
	VPBROADCASTB 2(DX), Y2
	VPBROADCASTB 3(DX), Y3
	SUBQ $32, BX
next:
	CMPQ AX, BX
	JGT  done
	VMOVDQU (SI)(AX*1), Y4
	VPCMPEQB Y4, Y0, Y5
	VPCMPEQB Y4, Y1, Y6
	VPCMPEQB Y4, Y2, Y7
	VPCMPEQB Y4, Y3, Y8
	VPOR Y5, Y6, Y5
	VPOR Y7, Y8, Y7
	VPOR Y5, Y7, Y5
	VPMOVMSKB Y5, CX
	ADDQ $32, AX
	TESTL CX, CX
	JZ   next
	BSFL CX, CX
	LEAQ -32(AX)(CX*1), AX
done:
	VZEROUPPER
	MOVQ AX, ret+40(FP)
	RET

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

	LOADIN(load)
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
