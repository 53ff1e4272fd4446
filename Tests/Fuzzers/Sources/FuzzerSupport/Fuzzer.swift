import CFuzzer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that libFuzzer feeds inputs, to find one that ends it.
///
/// ```swift
/// Fuzzer.run(longestInput: 4096) { input in
///     guard let type = MediaType(parsing: input.span) else { return }
///     require(MediaType(parsing: type.description) == type, "parsing the description gives another type: \(type)")
/// }
/// ```
public enum Fuzzer {
    // SAFETY: written once, before libFuzzer's loop begins, and read by that loop on the same thread.
    nonisolated(unsafe) private static var check: ([UInt8]) -> Void = { _ in }

    /// Feeds inputs to a check until libFuzzer's options stop it, or an input ends the process.
    ///
    /// - Parameters:
    ///   - longestInput: The maximum length in bytes; `-max_len` among the program's arguments overrides it.
    ///   - check: A check with reproducible results: the same bytes must always give the same result.
    public static func run(longestInput: Int, _ check: @escaping ([UInt8]) -> Void) -> Never {
        unsafe Fuzzer.check = check
        let given = CommandLine.arguments
        let hasLength = given.contains { $0.hasPrefix("-max_len=") }
        let arguments = hasLength ? given : given + ["-max_len=\(longestInput)"]
        // libFuzzer keeps pointers into its arguments as long as the process lives, so these are never freed.
        // SAFETY: `strdup` returns a terminated copy; the array ends with a null pointer, as in a C main.
        var pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { unsafe (pointers + index).initialize(to: strdup(argument)) }
        unsafe (pointers + arguments.count).initialize(to: nil)
        var count = Int32(arguments.count)
        let status = unsafe LLVMFuzzerRunDriver(&count, &pointers) { bytes, count in
            // SAFETY: libFuzzer's `count` bytes are valid during this call, which copies them.
            unsafe Fuzzer.check([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
        exit(status)
    }
}
