// Macros that several functions use. DX is a *Machine or *Engine. Y2 holds low4 and Y3
// holds rows.

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

// MEMBERS(k) finds which bytes of Y0 and Y1 are in set k. For each of them, the byte at
// the same place in Y7 and Y6 is 0xff. All other bytes of Y7 and Y6 are 0. A byte is in
// the set if the bit for its high digit is among the bits that the set has for its low
// digit.
#define MEMBERS(k) \
	VBROADCASTI128 (Machine_Shuffle+16*k)(DX), Y6 \
	VPSHUFB Y0, Y6, Y7     \
	VPSHUFB Y1, Y6, Y6     \
	VPAND Y4, Y7, Y7       \
	VPAND Y5, Y6, Y6       \
	VPCMPEQB Y4, Y7, Y7    \
	VPCMPEQB Y5, Y6, Y6

// BITS(mask) gathers the high bits of the bytes of Y7 and Y6.
#define BITS(mask) \
	VPMOVMSKB Y7, mask \
	VPMOVMSKB Y6, R11 \
	SHLQ $32, R11 \
	ORQ  R11, mask

// IN(table, mask) is MEMBERS and BITS for a set whose bits are in a register.
#define IN(table, mask) \
	VPSHUFB Y0, table, Y7 \
	VPSHUFB Y1, table, Y6 \
	VPAND Y4, Y7, Y7 \
	VPAND Y5, Y6, Y6 \
	VPCMPEQB Y4, Y7, Y7 \
	VPCMPEQB Y5, Y6, Y6 \
	BITS(mask)

// FLAG(byte, flag) goes to other if a byte of s lacks a flag of Engine.
#define FLAG(byte, flag) \
	MOVBLZX byte, AX \
	TESTB $flag, Engine_flags(DX)(AX*1) \
	JZ   other

// HEAD goes to other if s has no plain head, or one with a run of more than 28 bytes.
// It sets R10 to the position of the first region. Y0 holds the first 32 bytes, and Y4
// the bits for their high digits. s may have fewer than 32 bytes.
#define HEAD \
	VBROADCASTI128 Machine_Shuffle(DX), Y6 \
	VPSHUFB Y0, Y6, Y6 \
	VPAND Y4, Y6, Y6 \
	VPCMPEQB Y4, Y6, Y6 \
	VPMOVMSKB Y6, R9 \
	SHRL $4, R9 \
	NOTL R9 \
	TZCNTL R9, R9           /* the length of the counted run */ \
	FLAG(4(SI), const_flagFirst) \
	FLAG(3(SI)(R9*1), const_flagLast) \
	FLAG(4(SI)(R9*1), const_flagDelimiter) \
	FLAG(5(SI)(R9*1), const_flagRegion) \
	MOVQ Engine_lengths(DX), AX \
	BTQ  R9, AX \
	JCC  other \
	MOVL 4(SI), AX \
	ORL  (Machine_Head+Head_ExceptFold)(DX), AX \
	CMPL AX, (Machine_Head+Head_Except)(DX) \
	JEQ  other \
	LEAQ 5(R9), R10
