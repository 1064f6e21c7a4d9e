// Package testenv tells tests about the process that they run in.
package testenv
