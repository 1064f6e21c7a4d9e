//go:build gc && !purego

#include "textflag.h"
#include "go_asm.h"

// For a byte's high digit: the bit that stands for it in Machine.Shuffle. A byte
// of 0x80 or more has none.
DATA rows<>+0(SB)/8, $0x8040201008040201
DATA rows<>+8(SB)/8, $0
GLOBL rows<>(SB), RODATA|NOPTR, $16

// For a byte of eight: its bit in a mask.
DATA bitOf<>+0(SB)/8, $0x8040201008040201
DATA bitOf<>+8(SB)/8, $0x8040201008040201
GLOBL bitOf<>(SB), RODATA|NOPTR, $16

// LOAD64 loads the 64 bytes at R0: their low digits go to V4 to V7, and the bits
// of their high digits to V16 to V19. V0 to V3 keep the bytes.
#define LOAD64 \
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16] \
	VAND V30.B16, V0.B16, V4.B16      \
	VAND V30.B16, V1.B16, V5.B16      \
	VAND V30.B16, V2.B16, V6.B16      \
	VAND V30.B16, V3.B16, V7.B16      \
	VUSHR $4, V0.B16, V16.B16         \
	VUSHR $4, V1.B16, V17.B16         \
	VUSHR $4, V2.B16, V18.B16         \
	VUSHR $4, V3.B16, V19.B16         \
	VTBL V16.B16, [V31.B16], V16.B16  \
	VTBL V17.B16, [V31.B16], V17.B16  \
	VTBL V18.B16, [V31.B16], V18.B16  \
	VTBL V19.B16, [V31.B16], V19.B16

// BITS(mask) gathers one bit of each byte of V20 to V23, which are 0 or 0xff.
#define BITS(mask) \
	VAND V29.B16, V20.B16, V20.B16    \
	VAND V29.B16, V21.B16, V21.B16    \
	VAND V29.B16, V22.B16, V22.B16    \
	VAND V29.B16, V23.B16, V23.B16    \
	VADDP V21.B16, V20.B16, V20.B16   \
	VADDP V23.B16, V22.B16, V22.B16   \
	VADDP V22.B16, V20.B16, V20.B16   \
	VADDP V20.B16, V20.B16, V20.B16   \
	VMOV V20.D[0], mask

// SET(table, mask) sets the bits of the bytes in a set. A byte is in the set if
// the bit for its high digit is among the bits that the table has for its low
// digit.
#define SET(table, mask) \
	VTBL V4.B16, [table.B16], V20.B16 \
	VTBL V5.B16, [table.B16], V21.B16 \
	VTBL V6.B16, [table.B16], V22.B16 \
	VTBL V7.B16, [table.B16], V23.B16 \
	VCMTST V16.B16, V20.B16, V20.B16  \
	VCMTST V17.B16, V21.B16, V21.B16  \
	VCMTST V18.B16, V22.B16, V22.B16  \
	VCMTST V19.B16, V23.B16, V23.B16  \
	BITS(mask)

// LEAD(mask) sets the bits of the bytes that are Machine.Lead.
#define LEAD(mask) \
	VCMEQ V28.B16, V0.B16, V20.B16    \
	VCMEQ V28.B16, V1.B16, V21.B16    \
	VCMEQ V28.B16, V2.B16, V22.B16    \
	VCMEQ V28.B16, V3.B16, V23.B16    \
	BITS(mask)

// TABLES loads what LOAD64, SET and LEAD need of the Machine at R2.
#define TABLES \
	MOVD $rows<>(SB), R7      \
	VLD1 (R7), [V31.B16]      \
	MOVD $bitOf<>(SB), R7     \
	VLD1 (R7), [V29.B16]      \
	VMOVI $15, V30.B16        \
	ADD $(Machine_Shuffle+16*const_SetHead), R2, R7   \
	VLD1 (R7), [V24.B16]      \
	ADD $(Machine_Shuffle+16*const_SetBody), R2, R7   \
	VLD1 (R7), [V25.B16]      \
	ADD $(Machine_Shuffle+16*const_SetFirst), R2, R7  \
	VLD1 (R7), [V26.B16]      \
	ADD $(Machine_Shuffle+16*const_SetSecond), R2, R7 \
	VLD1 (R7), [V27.B16]      \
	MOVBU Machine_Lead(R2), R7 \
	VDUP R7, V28.B16

// PLACE takes the arguments of window and windowRest. R0 becomes the place of the
// 64 bytes to load, R5 how far to shift a mask down, and R6 the bits of a mask
// that belong to s.
//
// As on amd64: if fewer than 64 bytes are left, 64 are loaded if they lie in one
// page, else those that end where s ends. No page is smaller than 4096 bytes.
#define PLACE \
	MOVD s_base+0(FP), R0 \
	MOVD s_len+8(FP), R1  \
	MOVD i+16(FP), R3     \
	MOVD m+24(FP), R2     \
	MOVD w+32(FP), R4     \
	ADD  R3, R0           \
	SUB  R3, R1           \
	MOVD $0, R5           \
	MOVD $-1, R6          \
	CMP  $64, R1          \
	BGE  load             \
	MOVD $64, R5          \
	SUB  R1, R5, R5       \
	LSR  R5, R6, R6       \
	ADD  $63, R0, R7      \
	EOR  R0, R7, R7       \
	LSR  $12, R7, R7      \
	CMP  $0, R7           \
	CSEL EQ, ZR, R5, R5   \
	SUB  R5, R0           \
load:                         \
	TABLES                \
	LOAD64

// TRIM(mask) leaves the bits that belong to s.
#define TRIM(mask) \
	LSR R5, mask, mask \
	AND R6, mask, mask

// func window(s string, i int, m *Machine, w *masks)
TEXT ·window(SB), NOSPLIT, $0-40
	PLACE
	SET(V24, R8)          // SetHead
	TRIM(R8)
	MOVD R8, masks_head(R4)
	SET(V25, R8)          // SetBody
	TRIM(R8)
	MOVD R8, masks_body(R4)
	LEAD(R8)
	LSR  R5, R8, R8
	SET(V26, R9)          // SetFirst
	TRIM(R9)
	AND  R9>>1, R8, R8
	SET(V27, R9)          // SetSecond
	TRIM(R9)
	AND  R9>>2, R8, R8
	MOVD R8, masks_escapes(R4)
	MOVB ZR, masks_all(R4)
	RET

// func windowRest(s string, i int, m *Machine, w *masks)
TEXT ·windowRest(SB), NOSPLIT, $0-40
	PLACE
	ADD  $(Machine_Shuffle+16*const_SetBody+16), R2, R7
	VLD1 (R7), [V24.B16, V25.B16, V26.B16]
	SET(V24, R8)
	TRIM(R8)
	MOVD R8, (masks_rest+8*0)(R4)
	SET(V25, R8)
	TRIM(R8)
	MOVD R8, (masks_rest+8*1)(R4)
	SET(V26, R8)
	TRIM(R8)
	MOVD R8, (masks_rest+8*2)(R4)
	MOVD $1, R8
	MOVB R8, masks_all(R4)
	RET
