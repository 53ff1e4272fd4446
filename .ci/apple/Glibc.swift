// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The C library that the toolchain's Foundation imports. Here it is Apple's.
@_exported import Darwin
@_exported import SwiftGlibc
