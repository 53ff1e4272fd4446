#if os(Linux)
    import Foundation

    /// The system's figures about this process.
    public enum ProcessFigures {
        /// The number of transport threads, counted by name, because other tests have threads too.
        public static var transportThreads: Int {
            threads(named: "mimeo-").count
        }

        /// The numbers of the threads whose names have this prefix.
        public static func threads(named start: String) -> [String] {
            entries("/proc/self/task").filter { thread in
                let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
                return name?.hasPrefix(start) == true
            }
        }

        /// The largest number of descriptors after work that leaks none: those open now, and some for the system's timers, which
        /// open theirs at the first sleep. A leak in a test's hundreds of repetitions would exceed it.
        public static var allowedDescriptors: Int { descriptors + 16 }

        /// The number of open descriptors.
        public static var descriptors: Int { entries("/proc/self/fd").count }

        /// The peak of resident memory in bytes, or a number above any bound if the system does not report it.
        public static var peakMemory: Int { (try? ResidentMemory.peak) ?? .max }

        private static func entries(_ path: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        }

        /// Waits up to a minute until a figure is within a bound. It waits that long because all tests run at once.
        public static func settles(_ bound: Int, _ figure: () -> Int) async throws -> Bool {
            for _ in 0..<6000 {
                if figure() <= bound { return true }
                try await Task.sleep(for: .milliseconds(10))
            }
            return false
        }
    }
#endif
