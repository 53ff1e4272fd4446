#if os(Linux)
    import Foundation

    /// What the system counts of this process.
    public enum ProcessFigures {
        /// How many threads of transports there are: by their name, since other tests have threads, too.
        public static var transportThreads: Int {
            threads(named: "mimeo-").count
        }

        /// The numbers of the threads whose names begin so.
        public static func threads(named start: String) -> [String] {
            entries("/proc/self/task").filter { thread in
                let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
                return name?.hasPrefix(start) == true
            }
        }

        /// How many descriptors may be open after what leaves none behind: those that are now, and some for the system's own
        /// timers, which open theirs when somebody first sleeps. What a test repeats hundreds of times would leak hundreds.
        public static var allowedDescriptors: Int { descriptors + 16 }

        /// How many descriptors are open.
        public static var descriptors: Int { entries("/proc/self/fd").count }

        /// The most memory that was resident, in bytes; more than any bound where the system does not say.
        public static var peakMemory: Int { (try? ResidentMemory.peak) ?? .max }

        private static func entries(_ path: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        }

        /// Waits until a figure is no larger than a bound; a minute, because all tests run at once.
        public static func settles(_ bound: Int, _ figure: () -> Int) async throws -> Bool {
            for _ in 0..<6000 {
                if figure() <= bound { return true }
                try await Task.sleep(for: .milliseconds(10))
            }
            return false
        }
    }
#endif
