//go:build !linux

package outfile

import "os"

func changeTime(os.FileInfo) int { return 0 }
