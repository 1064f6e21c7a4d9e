// Package page drives the page in a headless Chromium, as people do. It needs Debian's
// package chromium, or another that provides the program chromium. Without it the tests
// are skipped; with URN_PAGE_REQUIRED set, they fail. "make page-test" runs them.
//
// Screenshots are written to the directory that the environment variable URN_SCREENSHOTS
// names, if it is set.
package page
