#if os(Linux)
    import Foundation
    import TestSupport

    /// A kind of call that fails once during a request.
    enum Fault: Int32, CaseIterable, Codable {
        /// An allocation of libcurl, OpenSSL, zlib or another C library.
        case allocation = 1
        /// A call of the operating system by this package, libcurl or OpenSSL.
        case systemCall = 2

        /// Compiles the library that makes calls fail. Returns false without a compiler.
        static func compile(to library: String) throws -> Bool {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            let source = folder.appendingPathComponent("../../FaultInjection/faults.c").standardizedFileURL.path
            let options = ["-O1", "-g", "-shared", "-fPIC", "-fvisibility=hidden", "-fno-builtin", "-Wall", "-Werror"]
            return try ["clang", "cc"].contains { compiler in
                try ChildProcess.run("/usr/bin/env", [compiler] + options + ["-o", library, source]).status == 0
            }
        }
    }

    /// The functions of the preloaded library in this process.
    @safe
    struct FaultInjector {
        private let startFunction: @convention(c) (Int32, Int, Int) -> Void
        private let stopFunction: @convention(c) () -> Int
        private let describeFunction: @convention(c) (UnsafeMutablePointer<CChar>, Int) -> Void
        private let bytesFunction: @convention(c) () -> Int
        private let markFunction: @convention(c) () -> Void
        private let leaksFunction: @convention(c) (UnsafeMutablePointer<CChar>, Int) -> Void

        /// Returns nil if the library is not loaded.
        init?() {
            // SAFETY: each function has the type with which `faults.c` defines it.
            guard let prepare = unsafe dlsym(nil, "mimeograph_faults_prepare") else { return nil }
            unsafe unsafeBitCast(prepare, to: (@convention(c) () -> Void).self)()
            unsafe startFunction = unsafeBitCast(dlsym(nil, "mimeograph_faults_start"), to: type(of: startFunction))
            unsafe stopFunction = unsafeBitCast(dlsym(nil, "mimeograph_faults_stop"), to: type(of: stopFunction))
            unsafe describeFunction = unsafeBitCast(
                dlsym(nil, "mimeograph_faults_describe"),
                to: type(of: describeFunction)
            )
            unsafe bytesFunction = unsafeBitCast(dlsym(nil, "mimeograph_faults_bytes"), to: type(of: bytesFunction))
            unsafe markFunction = unsafeBitCast(dlsym(nil, "mimeograph_faults_mark"), to: type(of: markFunction))
            unsafe leaksFunction = unsafeBitCast(dlsym(nil, "mimeograph_faults_leaks"), to: type(of: leaksFunction))
        }

        /// Counts the calls of a kind from now on, and makes the one with this number fail, counted from 1.
        ///
        /// - Parameter turn: Chooses among the errors that the call may have.
        func start(_ fault: Fault, failing index: Int, turn: Int) { startFunction(fault.rawValue, index, turn) }

        /// Ends counting, and returns the number of calls.
        func stop() -> Int { stopFunction() }

        /// The name of the failed call, its error and its callers; empty if no call failed.
        var description: String { unsafe text(describeFunction) }

        /// The bytes that the C libraries hold.
        var bytes: Int { bytesFunction() }

        /// Excludes the memory that is held now from ``leaks``.
        func mark() { markFunction() }

        /// The callers that allocated the memory that is held and not marked.
        var leaks: String { unsafe text(leaksFunction) }

        private func text(_ write: @convention(c) (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
            // SAFETY: the function writes a C string of at most this size.
            var buffer = [CChar](repeating: 0, count: 1 << 13)
            unsafe buffer.withUnsafeMutableBufferPointer { unsafe $0.baseAddress.map { unsafe write($0, 1 << 13) } }
            return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
#endif
