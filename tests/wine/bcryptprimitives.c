// Go's runtime reads random numbers by ProcessPrng, which Wine 8 lacks. Windows has it
// since version 10. SystemFunction036 is what RtlGenRandom is called in advapi32.
#include <windows.h>

BOOLEAN WINAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
	return SystemFunction036(buffer, (ULONG)length);
}
