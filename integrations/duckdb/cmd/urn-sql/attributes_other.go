//go:build !linux

package main

func noAttributes(string) error { return nil }
