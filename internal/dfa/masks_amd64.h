// Macros that several functions use. A macro is code that is put in place: it names
// the registers that it reads and writes. The labels that it goes to are arguments.
//
// In all functions, DX is the *Machine, and
//   Y0, Y1  64 bytes of text
//   Y4, Y5  for each of these bytes: the bit that stands for its high digit
//   Y2, Y3  what CONSTANTS has loaded
//   Y8, Y9  what LEAD has loaded
//   Y6, Y7  for use within a macro

// CONSTANTS loads what LOAD needs.
#define CONSTANTS \
	VPBROADCASTQ ·low4(SB), Y2 \
	VBROADCASTI128 ·rows(SB), Y3

// LOAD(place) loads the 64 bytes at place, an address without an offset, and makes Y4 and Y5.
#define LOAD(place) \
	VMOVDQU place, Y0 \
	VMOVDQU 32 place, Y1 \
	VPSRLW $4, Y0, Y4 \
	VPSRLW $4, Y1, Y5 \
	VPAND Y2, Y4, Y4 \
	VPAND Y2, Y5, Y5 \
	VPSHUFB Y4, Y3, Y4 \
	VPSHUFB Y5, Y3, Y5

// LOADIN(load) is LOAD for the BX bytes at SI, at least 1. It sets CX to the number of bits
// to shift a mask down, so that bit 0 is that of the first of them, and R8 to the bits of a
// mask that belong to them. load is a label. SI, AX and R9 are overwritten.
//
// If fewer than 64 bytes are left, 64 can be loaded if they lie in one page: one of them is
// a byte of the text. If they do not, the 64 bytes that end with the text are loaded. They
// begin less than 64 bytes before SI, in the page of SI.
#define LOADIN(load) \
	XORL CX, CX \
	MOVQ $-1, R8 \
	CMPQ BX, $64 \
	JGE  load \
	MOVQ $64, CX \
	SUBQ BX, CX \
	SHRQ CX, R8 \
	LEAQ 63(SI), AX \
	XORQ SI, AX \
	XORL R9, R9 \
	CMPQ AX, $4096 \
	CMOVQLT R9, CX \
	SUBQ CX, SI \
load: \
	LOAD((SI))

// STORE(mask, place) stores a mask of the bytes that LOADIN has loaded.
#define STORE(mask, place) \
	SHRQ CX, mask \
	ANDQ R8, mask \
	MOVQ mask, place

// MEMBERS(table) sets each byte of Y7 and Y6 to 0xff if the byte of Y0 or Y1 is in a set,
// and to 0 if not. table is the place of the set in Machine.Shuffle. A byte is in the set
// if the bit for its high digit is among those that the table has for its low digit.
#define MEMBERS(table) \
	VBROADCASTI128 table, Y6 \
	VPSHUFB Y0, Y6, Y7 \
	VPSHUFB Y1, Y6, Y6 \
	VPAND Y4, Y7, Y7 \
	VPAND Y5, Y6, Y6 \
	VPCMPEQB Y4, Y7, Y7 \
	VPCMPEQB Y5, Y6, Y6

// The tables of the sets.
#define HEADS (Machine_Shuffle+16*const_SetHead)(DX)
#define FIRSTS (Machine_Shuffle+16*const_SetFirst)(DX)
#define SECONDS (Machine_Shuffle+16*const_SetSecond)(DX)
#define BODIES (Machine_Shuffle+16*const_SetBody)(DX)

// BITS(mask) sets bit j of mask if byte j of Y7 and Y6 is 0xff. It overwrites R11.
#define BITS(mask) \
	VPMOVMSKB Y7, mask \
	VPMOVMSKB Y6, R11 \
	SHLQ $32, R11 \
	ORQ  R11, mask

// LEAD loads what NOLEAD and ESCAPES need.
#define LEAD \
	VPBROADCASTB Machine_Lead(DX), Y8 \
	VPXOR Y9, Y9, Y9

// NOLEAD(none) goes to none if Lead is neither among the 64 bytes nor among those of an
// earlier NOLEAD after the same LEAD. Y9 keeps that. Where some names have escapes, a
// branch for each block would be mispredicted more often than ESCAPES is saved.
#define NOLEAD(none) \
	VPCMPEQB Y0, Y8, Y7 \
	VPCMPEQB Y1, Y8, Y6 \
	VPOR Y7, Y9, Y9 \
	VPOR Y6, Y9, Y9 \
	VPTEST Y9, Y9 \
	JZ   none

// ESCAPES(mask) sets bit j of mask if an escape begins at byte j that ends among the 64
// bytes. It overwrites AX and R11.
#define ESCAPES(mask) \
	VPCMPEQB Y0, Y8, Y7 \
	VPCMPEQB Y1, Y8, Y6 \
	BITS(mask) \
	MEMBERS(FIRSTS) \
	BITS(AX) \
	SHRQ $1, AX \
	ANDQ AX, mask \
	MEMBERS(SECONDS) \
	BITS(AX) \
	SHRQ $2, AX \
	ANDQ AX, mask

// POSITION(place) stores the position of the first special byte of a block, which is the
// lowest bit of R12, and clears the bit. CX is the position of the block. AX is
// overwritten.
#define POSITION(place) \
	TZCNTQ R12, AX \
	BLSRQ R12, R12 \
	ADDL CX, AX \
	MOVL AX, place

// BYTE(byte, flag, other) goes to other if a byte does not have a flag of Machine.Delim. AX
// is overwritten.
#define BYTE(byte, flag, other) \
	MOVBLZX byte, AX \
	TESTB $flag, Machine_Delim(DX)(AX*1) \
	JZ   other

// HEAD(other) takes the head of the name at SI: the prefix, which has been seen, the
// counted run and the delimiter. It sets R10 to the length of the head. HEAD goes to
// other where run would not take its second shortcut, and for a run of more than 28
// bytes. Y0 and Y4 are those of the first 32 bytes. The name may have fewer. AX and R9
// are overwritten.
#define HEAD(other) \
	VBROADCASTI128 HEADS, Y6 \
	VPSHUFB Y0, Y6, Y6 \
	VPAND Y4, Y6, Y6 \
	VPCMPEQB Y4, Y6, Y6 \
	VPMOVMSKB Y6, R9 \
	SHRL $const_PrefixLen, R9 \
	NOTL R9 \
	TZCNTL R9, R9           /* the length of the run */ \
	MOVL (Machine_Head+Head_Lengths)(DX), AX \
	BTL  R9, AX \
	JCC  other \
	BYTE(4(SI), const_BeginsRun, other) \
	BYTE(3(SI)(R9*1), const_EndsRun, other) \
	MOVBLZX (Machine_Head+Head_End)(DX), AX \
	CMPB AX, 4(SI)(R9*1) \
	JNE  other \
	BYTE(5(SI)(R9*1), const_BeginsRegion, other) \
	MOVL 4(SI), AX \
	ORL  (Machine_Head+Head_ExceptFold)(DX), AX \
	CMPL AX, (Machine_Head+Head_Except)(DX) \
	JEQ  other \
	LEAQ (const_PrefixLen+1)(R9), R10

// ACCEL sets R13 to the Accel of the state R12. AX is overwritten.
#define ACCEL \
	MOVQ Machine_Accel(DX), AX \
	MOVBLZX (AX)(R12*1), R13

// EXIT(text, stop) takes one exit. R14 is the position of a special byte in a region, of
// which R12 is the state and R13 the Accel, and all three are set to those of the next one.
// R8 points to R14 in the list of positions, and is moved on. R9 is set to where
// the other region begins, and CX to the mark that has to be set there.
//
// EXIT goes to stop, and has changed neither R8, R12 nor R14, if there is no exit or if the
// other region does not begin. Position 0 in the list stands for a place that is not
// known: no other region ends there. text is the register that positions are relative
// to. AX, R11 and R15 are overwritten.
#define EXIT(text, stop) \
	MOVBLZX (text)(R14*1), AX \
	MOVBLZX 1(text)(R14*1), CX \
	MOVBLZX Machine_Delim(DX)(AX*1), AX \
	MOVBLZX Machine_Delim(DX)(CX*1), CX \
	ANDL $0xc, AX \
	ANDL $3, CX \
	ORL  CX, AX \
	MOVL R13, CX \
	ANDL $(const_MaxRegions*const_Region), CX \
	JZ   stop \
	ORL  CX, AX             /* the number of the exit, plus 16 */ \
	LEAL (AX)(AX*2), AX     /* an Exit has six bytes */ \
	ADDL AX, AX \
	ADDQ Machine_Exits(DX), AX \
	MOVBLZX (Exit_Width-16*Exit__size)(AX), R9 \
	TESTL R9, R9 \
	JZ   stop \
	ADDQ R14, R9 \
	MOVBLZX (Exit_First-16*Exit__size)(AX), CX \
	MOVL CX, R15 \
	SHRL $4, R15            /* 1 if the other region must not be empty */ \
	ADDQ R9, R15 \
	MOVL 4(R8), R11 \
	CMPQ R11, R15 \
	JCS  stop \
	MOVBLZX (text)(R9*1), R15 \
	TESTB CX, Machine_Delim(DX)(R15*1) \
	JNZ  stop \
	MOVBLZX (Exit_Accel-16*Exit__size)(AX), R13 \
	TESTL $const_Escapes, R13 \
	JZ   stop \
	ADDQ $4, R8 \
	MOVQ R11, R14 \
	MOVWLZX (Exit_State-16*Exit__size)(AX), R12 \
	MOVBLZX (Exit_Mark-16*Exit__size)(AX), CX
