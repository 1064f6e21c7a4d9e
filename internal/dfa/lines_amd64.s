//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"
#include "masks_amd64.h"

// A chunk is the first up to linesChunk bytes of the text that is left. chunk first lists
// the positions of its special bytes, which include LF and CR. Then line takes one line
// after the other, and in each line one exit after the other. The list says where the next
// special byte is, so the bytes between them are not read again. proof/Lines.v models
// lines: change both.

#define linesChunk 2048
// The list has room for listed positions when a block is looked at, and for those of the
// block.
#define listed 160
#define dense 24
// After a line that is read, text must have what HEAD and EXIT may read.
#define linesMargin 40

// func lines(text string, m *Machine, to []Line, offset int, tag uint32) (n, consumed, undecided int)
//
//   SI   the start of the line
//   BX   the start of the chunk. Positions in the list are relative to it.
//   DI   where the line is stored
//   R8   while a chunk is listed: the end of the list
//        while a line is read: the place of R14 in the list
//   R10  the length of the head of the line
//   R12, R13, R14: as EXIT has them
TEXT ·lines(SB), 0, $768-88
	MOVQ text_base+0(FP), SI
	MOVQ text_len+8(FP), AX
	MOVQ m+16(FP), DX
	MOVQ to_base+24(FP), DI
	MOVQ to_len+32(FP), BX
	LEAQ -linesMargin(SI)(AX*1), AX
	MOVQ AX, textEnd-8(SP)
	SHLQ $5, BX             // a Line has 1<<5 bytes
	ADDQ DI, BX
	MOVQ BX, toEnd-16(SP)
	MOVQ SI, AX
	SUBQ offset+48(FP), AX
	MOVQ AX, zero-24(SP)    // the address of position 0
	MOVQ $0, undecided+80(FP)
	CONSTANTS
	LEAD

chunk:
	// If there is room for n lines only, the chunk has at most 64*n+64 bytes.
	MOVQ toEnd-16(SP), R9
	SUBQ DI, R9
	JEQ  out
	LEAQ 64(R9)(R9*1), R9
	MOVL $linesChunk, R10
	CMPQ R9, R10
	CMOVQGT R10, R9
	MOVQ textEnd-8(SP), R10
	SUBQ SI, R10
	CMPQ R9, R10
	CMOVQGT R10, R9
	SUBQ $64, R9            // the position of the last block
	JLT  out
	MOVL (SI), AX
	ORL  Machine_PrefixFold(DX), AX
	CMPL AX, Machine_Prefix(DX)
	JNE  out
	MOVQ SI, BX
	LEAQ list-768(SP), R8
	LEAQ (4*listed)(R8), R10
	XORL CX, CX
	MOVL $62, R15
block:
	// A block takes 62 bytes, as in begin. What the next chunk has at the same place is
	// fetched meanwhile: without that, lines takes twice as long for long names.
	PREFETCHT0 linesChunk(BX)(CX*1)
	LOAD((BX)(CX*1))
	MEMBERS(BODIES)
	BITS(R12)
	NOLEAD(known)
	ESCAPES(R13)
	ORQ  R13, R12
known:
	NOTQ R12
	BZHIQ R15, R12, R12
	POPCNTQ R12, R13
	POSITION(0(R8))
	POSITION(4(R8))
	POSITION(8(R8))
	POSITION(12(R8))
	CMPQ R13, $4
	JHI  many
	LEAQ (R8)(R13*4), R8
added:
	ADDQ $62, CX
	CMPQ R8, R10
	JCC  ends
	CMPQ CX, R9
	JLE  block
ends:
	// The last line of the chunk ends at the last LF.
	LEAQ list-768(SP), AX
last:
	CMPQ R8, AX
	JEQ  out                // there is no LF
	SUBQ $4, R8
	MOVL (R8), R14
	CMPB (BX)(R14*1), $10
	JNE  last
	LEAQ 1(BX)(R14*1), R14
	MOVQ R14, end-32(SP)
	MOVQ AX, R8

line:
	MOVL (SI), AX
	ORL  Machine_PrefixFold(DX), AX
	CMPL AX, Machine_Prefix(DX)
	JNE  nothing
	VMOVDQU (SI), Y0
	VPSRLW $4, Y0, Y4
	VPAND Y2, Y4, Y4
	VPSHUFB Y4, Y3, Y4
	HEAD(prefix)
	LEAQ (SI)(R10*1), AX
	SUBQ BX, AX
	MOVL (R8), R14
	CMPQ R14, AX
	JLS  early
region:
	ORL  tag+56(FP), R10
	MOVQ R10, Line_Marks(DI)
	MOVQ $0, (Line_Marks+8)(DI)
	LEAQ (BX)(R14*1), R11
	CMPB (R11), $10
	JEQ  ended
	MOVWLZX (Machine_Head+Head_Region)(DX), R12
	ACCEL
exit:
	LEAQ (BX)(R14*1), R11
	CMPB (R11), $13
	JEQ  return
	EXIT(BX, undecided)
	ADDQ BX, R9
	SUBQ SI, R9
	MOVL R9, (Line_Marks-4)(DI)(CX*4) // without a mark, in Line_End, which is stored later
	LEAQ (BX)(R14*1), R11
	CMPB (R11), $10
	JNE  exit

ended:
	// The line ends at R11. R14 is LF, and R8 its place in the list.
	MOVQ zero-24(SP), AX
	MOVQ SI, CX
	SUBQ AX, CX
	MOVQ CX, Line_Start(DI)
	SUBQ AX, R11
	MOVQ R11, Line_End(DI)
	LEAQ 1(BX)(R14*1), SI
	ADDQ $4, R8
	ADDQ $Line__size, DI
	CMPQ DI, toEnd-16(SP)
	JEQ  out
	CMPQ SI, end-32(SP)
	JNE  line
	JMP  chunk

out:
	VZEROUPPER
	SUBQ to_base+24(FP), DI
	SHRQ $5, DI
	MOVQ DI, n+64(FP)
	SUBQ text_base+0(FP), SI
	MOVQ SI, consumed+72(FP)
	RET

early:
	JEQ  prefix             // the first region does not begin
	ADDQ $4, R8             // a special byte in the head does not matter
	MOVL (R8), R14
	CMPQ R14, AX
	JHI  region
	JMP  early

return:
	CMPB 1(R11), $10        // CR LF
	JNE  undecided
	INCQ R14
	ADDQ $4, R8
	JMP  ended

nothing:
	XORL CX, CX
	XORL R12, R12
	JMP  leave
prefix:
	MOVL $const_PrefixLen, CX
	MOVWLZX Machine_Begin(DX), R12
	JMP  leave
undecided:
	LEAQ (BX)(R14*1), CX
	SUBQ SI, CX
leave:
	// The first CX bytes of the line lead to state R12.
	MOVL $0, Line_Marks(DI)
	MOVL CX, (Line_Marks+4)(DI)
	MOVL R12, (Line_Marks+8)(DI)
	MOVL $0, (Line_Marks+12)(DI)
	INCQ undecided+80(FP)
skip:
	MOVL (R8), R14
	LEAQ (BX)(R14*1), R11
	ADDQ $4, R8
	CMPB (R11), $10
	JNE  skip
	SUBQ $4, R8
	CMPQ R11, SI
	JEQ  ended
	CMPB -1(R11), $13
	JNE  ended
	DECQ R11
	JMP  ended

	// The block has more than four special bytes. The chunk ends before one with
	// more than dense.
many:
	CMPQ R13, $dense
	JHI  ends
	ADDQ $16, R8
more:
	POSITION(0(R8))
	ADDQ $4, R8
	TESTQ R12, R12
	JNZ  more
	JMP  added
