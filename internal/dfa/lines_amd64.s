//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"
#include "vector_amd64.h"

// This function makes two passes over a chunk of the text. The first pass finds the
// special bytes. A byte is special if it is not in SetBody and does not begin an escape.
// Two branches of this pass depend on the bytes. One skips the search for escapes in a
// block without Lead. The other is for an escape that may end after the block.
//
// The second pass goes from line to line, and in each line from special byte to special
// byte. The masks hold the positions, so this pass does not read the bytes between them.
// No branch waits for earlier bytes, so a misprediction costs less.
//
// Registers of the second pass: SI is the start of the line, and R12 the start of the
// chunk. R15 is the start of the masks. DI is where the line is stored. A position in the
// text is an address minus R8.

// SPECIAL(found, far) sets R14 to the position of the first special byte from R13 on.
// Both are relative to the chunk. AX is a place in the masks.
#define SPECIAL(found, far) \
	MOVQ R13, AX \
	SHRQ $3, AX \
	MOVQ (R15)(AX*1), R14 \
	MOVL R13, CX \
	ANDL $7, CX \
	SHRXQ CX, R14, R14 \
	TZCNTQ R14, R14 \
	JCS  far \
	ADDQ R13, R14 \
found:

// FAR is the part of SPECIAL for a special byte that is not in the 8 bytes of masks
// that hold the bit of R13. There is one: a chunk ends with LF.
#define FAR(found, far) \
far: \
	ADDQ $8, AX \
	TZCNTQ (R15)(AX*1), R14 \
	JCS  far \
	LEAQ (R14)(AX*8), R14 \
	JMP  found

// SPAN stores the start of the line, SI, and its end, R11, as positions in the text.
#define SPAN \
	MOVQ SI, AX \
	SUBQ R8, AX \
	MOVQ AX, Line_Start(DI) \
	SUBQ R8, R11 \
	MOVQ R11, Line_End(DI)

// func lines(text string, m *Engine, to []Line, offset int, tag uint32) (n, consumed, undecided int)
TEXT ·lines(SB), 0, $288-88
	MOVQ text_base+0(FP), SI
	MOVQ text_len+8(FP), AX
	MOVQ m+16(FP), DX
	MOVQ to_base+24(FP), DI
	MOVQ to_len+32(FP), BX
	LEAQ -const_linesMargin(SI)(AX*1), AX
	MOVQ AX, textEnd-16(SP)
	SHLQ $5, BX
	ADDQ DI, BX
	MOVQ BX, toEnd-24(SP)
	MOVQ $0, undecided+80(FP)
	MOVQ SI, R8
	SUBQ offset+48(FP), R8  // a position in the text is an address less R8
	VPBROADCASTQ ·low4(SB), Y2
	VBROADCASTI128 ·rows(SB), Y3
	VBROADCASTI128 (Machine_Shuffle+16*const_SetBody)(DX), Y13
	VBROADCASTI128 (Machine_Shuffle+16*const_SetFirst)(DX), Y12
	VBROADCASTI128 (Machine_Shuffle+16*const_SetSecond)(DX), Y9
	VPBROADCASTB Machine_Lead(DX), Y10
	VPBROADCASTB ·newline(SB), Y11
	LEAQ masks-288(SP), R15

chunk:
	// A chunk begins with a line, and ends with the last line end in linesChunk bytes.
	// If there is room for n lines only, and 64*n+64 is less than linesChunk, the last
	// line end in 64*n+64 bytes is taken.
	MOVQ toEnd-24(SP), R9
	SUBQ DI, R9
	JEQ  out
	LEAQ 64(R9)(R9*1), R9
	MOVL $const_linesChunk, R10
	CMPQ R9, R10
	CMOVQGT R10, R9
	MOVQ textEnd-16(SP), R10
	SUBQ SI, R10
	CMPQ R9, R10
	CMOVQGT R10, R9
	CMPQ R9, $64
	JLT  out
	LEAQ -64(SI)(R9*1), R9
	MOVL (SI), AX
	ORL  Machine_PrefixFold(DX), AX
	CMPL AX, Machine_Prefix(DX)
	JNE  alone
backward:
	VPCMPEQB (R9), Y11, Y7
	VPCMPEQB 32(R9), Y11, Y6
	BITS(AX)
	BSRQ AX, AX
	JNZ  ends
	CMPQ R9, SI
	JEQ  out                // no line end
	SUBQ $64, R9
	CMPQ R9, SI
	CMOVQCS SI, R9
	JMP  backward
ends:
	LEAQ 1(R9)(AX*1), R9
	MOVQ R9, end-8(SP)

	// The masks of special bytes. What is needed next time is loaded meanwhile.
	MOVQ SI, R12
	MOVQ R15, CX
classify:
	PREFETCHT0 const_linesChunk(SI)
	HIGH
	VPCMPEQB Y10, Y0, Y7
	VPCMPEQB Y10, Y1, Y8
	VPOR Y7, Y8, Y6
	VPTEST Y6, Y6
	JNZ  leads
	IN(Y13, AX)            // SetBody
classified:
	NOTQ AX
	MOVQ AX, (CX)
	ADDQ $64, SI
	ADDQ $8, CX
	CMPQ SI, R9
	JCS  classify
	MOVQ $-1, (CX)          // a search from after the last line ends here
	MOVQ R12, SI

line:
	// The prefix and one byte after it are not searched for special bytes. The search
	// begins before the length of the head is known. This is safe: a plain head has no LF.
	LEAQ (const_PrefixLen+1)(SI), R13
	SUBQ R12, R13
	SPECIAL(first, farFirst)
	ADDQ R12, R14
	MOVL (SI), AX
	ORL  Machine_PrefixFold(DX), AX
	CMPL AX, Machine_Prefix(DX)
	JNE  none
	VMOVDQU (SI), Y0
	VPSRLW $4, Y0, Y4
	VPAND Y2, Y4, Y4
	VPSHUFB Y4, Y3, Y4
	HEAD
	LEAQ (SI)(R10*1), R13
	CMPQ R14, R13
	JLS  early
region:
	// The head is plain, and R14 is the first special byte after it.
	ORL  tag+56(FP), R10
	MOVQ R10, Line_Marks(DI)
	MOVQ $0, (Line_Marks+8)(DI)
	CMPB (R14), $10
	JNE  special
	MOVQ R14, R11
ended:
	SPAN
next:
	LEAQ 1(R14), SI
	ADDQ $Line__size, DI
	CMPQ DI, toEnd-24(SP)
	JEQ  out
	CMPQ SI, end-8(SP)
	JNE  line
	JMP  chunk

	// From region to region.
special:
	MOVWLZX Engine_region(DX), BX
	LEAQ Engine_exits(DX)(BX*1), BX
exit:
	CMPB (R14), $13
	JEQ  return
	MOVBLZX (R14), R9
	MOVBLZX 1(R14), R10
	MOVBLZX Machine_Delim(DX)(R9*1), R9
	MOVBLZX Machine_Delim(DX)(R10*1), R10
	ANDL $0xc, R9
	ANDL $3, R10
	ORL  R10, R9
	LEAQ (BX)(R9*8), R9
	MOVBLZX exit_width(R9), R11
	TESTL R11, R11
	JZ   undecided
	ADDQ R14, R11           // where the other region begins
	MOVBLZX exit_need(R9), R10
	ADDQ R14, R10
	LEAQ 1(R14), R13
	SUBQ R12, R13
	SPECIAL(second, farSecond)
	ADDQ R12, R14
	CMPQ R14, R10
	JCS  back
	MOVBLZX (R11), R10
	MOVBLZX Machine_Delim(DX)(R10*1), R10
	TESTB exit_first(R9), R10
	JNZ  back
	SUBQ SI, R11
	MOVBLZX exit_mark(R9), R10
	MOVL R11, (Line_Marks-4)(DI)(R10*4) // without a mark, in Line_End, which is stored later
	MOVWLZX exit_row(R9), BX
	LEAQ Engine_exits(DX)(BX*1), BX
	CMPB (R14), $10
	JNE  exit
	MOVQ R14, R11
	JMP  ended

return:
	CMPB 1(R14), $10        // CR LF
	JNE  undecided
	MOVQ R14, R11
	INCQ R14
	JMP  ended

	// The head has a special byte, which does not matter. The region has to begin with
	// a byte that is not special.
early:
	SUBQ R12, R13
	SPECIAL(later, farLater)
	ADDQ R12, R13
	ADDQ R12, R14
	CMPQ R14, R13
	JNE  region
	JMP  other

back:
	// There is an exit, but the other region does not begin.
	MOVBLZX exit_width(R9), R14
	NEGQ R14
	ADDQ R11, R14
undecided:
	LEAQ Engine_exits(DX), AX
	SUBQ AX, BX
	SHRQ $7, BX             // a row of exits has 1<<7 bytes
	MOVWLZX Engine_states(DX)(BX*2), BX
	MOVQ R14, R10
	SUBQ SI, R10
	LEAQ 1(R14), R13
	SUBQ R12, R13
	SPECIAL(last, farLast)
	ADDQ R12, R14
	JMP  leave
other:
	MOVL $const_PrefixLen, R10
	MOVWLZX Machine_Begin(DX), BX
	LEAQ const_PrefixLen(SI), AX
	CMPB (AX), $10
	CMOVQEQ AX, R14
	JMP  clear
none:
	XORL R10, R10
	MOVWLZX Machine_Start(DX), BX
	// R14 was not searched in the first bytes. If there is LF, R14 is set to the first.
	MOVQ (SI), AX
	MOVQ $0x0a0a0a0a0a, R9
	XORQ R9, AX
	MOVQ $0x0101010101, R9
	MOVQ AX, R11
	SUBQ R9, R11
	ANDNQ R11, AX, AX
	MOVQ $0x8080808080, R9
	ANDQ R9, AX             // the lowest bit is that of the first LF
	TZCNTQ AX, CX
	SHRQ $3, CX
	ADDQ SI, CX
	TESTQ AX, AX
	CMOVQNE CX, R14
clear:
	MOVL tag+56(FP), AX
	MOVQ AX, Line_Marks(DI)
	MOVQ $0, (Line_Marks+8)(DI)

	// The line is left to FinishLine: its first R10 bytes lead to state BX. R14 is a
	// special byte between there and the end of the line. Most faults are a few steps
	// away. Taking these steps here saves a misprediction, because their number depends
	// on the branch that led here. If fewSteps steps reach neither the fault nor an
	// accelerated state, R10 and BX are restored.
leave:
	MOVQ BX, R13
	SHLQ $32, R13
	ORQ  R10, R13
	MOVQ Machine_Next(DX), R9
	MOVQ Machine_Accel(DX), R11
	MOVL $const_fewSteps, CX
step:
	MOVBLZX (SI)(R10*1), AX
	MOVBLZX Machine_Class(DX)(AX*1), AX
	SHLL $const_rowBits, BX
	ORL  BX, AX
	SHRL $const_rowBits, BX
	MOVWLZX (R9)(AX*2), AX
	TESTL AX, AX
	JZ   fault
	INCQ R10
	MOVL AX, BX
	ANDL $(const_MaxMarks-1), AX
	MOVL R10, (Line_Marks-4)(DI)(AX*4)
	SHRL $const_rowBits, BX
	MOVBLZX (R11)(BX*1), AX
	TESTL $(const_Counted-1), AX
	JNZ  fault              // the state is accelerated
	DECL CX
	JNZ  step
	MOVL R13, R10
	SHRQ $32, R13
	MOVQ R13, BX
fault:
	CMPB (R14), $10         // most often this is the end of the line
	JEQ  stops
	LEAQ 1(R14), R9
search:
	VPCMPEQB (R9), Y11, Y7
	VPCMPEQB 32(R9), Y11, Y6
	ADDQ $64, R9
	BITS(AX)
	TZCNTQ AX, AX
	JCS  search
	LEAQ -64(R9)(AX*1), R14
stops:
	MOVQ R14, R11
	CMPQ R14, SI
	JEQ  empty
	XORL AX, AX
	CMPB -1(R14), $13
	SETEQ AX
	SUBQ AX, R11
empty:
	SPAN
	// FinishLine takes these words out again.
	MOVW BX, (Line_Marks+2)(DI)
	MOVW R10, (Line_End+6)(DI)
	MOVQ undecided+80(FP), R10
	MOVW R10, (Line_Start+6)(DI)
	LEAQ Line__size(DI), R10
	SUBQ to_base+24(FP), R10
	SHRQ $5, R10            // a Line has 1<<5 bytes
	MOVQ R10, undecided+80(FP)
	JMP  next

out:
	VZEROUPPER
	SUBQ to_base+24(FP), DI
	SHRQ $5, DI
	MOVQ DI, n+64(FP)
	SUBQ text_base+0(FP), SI
	MOVQ SI, consumed+72(FP)
	RET

	// A line without the prefix is read alone, because the masks of a chunk would take
	// longer than they save. Text without names is read this way.
alone:
	MOVQ SI, R11
forward:
	VPCMPEQB (R11), Y11, Y7
	VPCMPEQB 32(R11), Y11, Y6
	VPMOVMSKB Y7, AX
	VPMOVMSKB Y6, R10
	SHLQ $32, R10
	ORQ  R10, AX
	TZCNTQ AX, AX
	JCC  stop
	CMPQ R11, R9
	JEQ  out                // no line end
	ADDQ $64, R11
	CMPQ R11, R9
	CMOVQHI R9, R11
	JMP  forward
stop:
	LEAQ (R11)(AX*1), R14
	LEAQ 1(R14), AX
	MOVQ AX, end-8(SP)
	XORL R10, R10
	MOVWLZX Machine_Start(DX), BX
	JMP  clear

	FAR(first, farFirst)
	FAR(second, farSecond)
	FAR(later, farLater)
	FAR(last, farLast)

leads:
	VPMOVMSKB Y7, R10
	VPMOVMSKB Y8, R11
	SHLQ $32, R11
	ORQ  R11, R10           // Lead
	IN(Y13, AX)            // SetBody
	IN(Y12, R13)           // SetFirst
	IN(Y9, BX)             // SetSecond
	SHRQ $1, R13            // bit j: byte j+1 is in SetFirst
	SHRQ $2, BX             // bit j: byte j+2 is in SetSecond
	MOVQ R10, R11
	SHRQ $62, R11
	JNZ  border
whole:
	ANDQ R13, R10
	ANDQ BX, R10
	ORQ  R10, AX
	JMP  classified

	// An escape may end after the block.
border:
	MOVBLZX 64(SI), R14
	MOVBLZX Machine_Sets(DX)(R14*1), R14
	MOVL R14, R11
	SHRL $const_SetFirst, R11
	SHLQ $63, R11
	ORQ  R11, R13
	SHRL $const_SetSecond, R14
	ANDL $1, R14
	SHLQ $62, R14
	ORQ  R14, BX
	MOVBLZX 65(SI), R14
	MOVBLZX Machine_Sets(DX)(R14*1), R14
	SHRL $const_SetSecond, R14
	SHLQ $63, R14
	ORQ  R14, BX
	JMP  whole
