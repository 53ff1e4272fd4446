/// A check of a suite in a child process, so that a serializer that traps or never ends is an ordinary failure.
///
/// The child is a program that checks the given laws with ``runChild(_:laws:journal:output:)``. It records each case in a file
/// before it tries it. If the child dies or makes no progress for too long, that file holds the case. `mimeo conform --isolated`
/// does so for the built-in serializers. In Swift Testing, an exit test can be the child:
///
/// ```swift
/// @Test func neverTraps() async {
///     await #expect(processExitsWith: .success) {
///         try await ConformanceSuite.rows.check(.mutations).run(journal: .file(at: ".build/rows.case"))
///     }
/// }
/// ```
public struct ConformanceIsolation: Sendable {
    /// A function that returns the program and its arguments for a suite, its laws and the file of the journal.
    public typealias Command = @Sendable (_ suite: String, _ laws: [ConformanceLaw], _ journal: String) -> [String]

    /// Returns the command line of a child.
    public var command: Command
    /// The longest time that one case may take. Default 15 s, more than a suite allows. A whole child may take 40 times as long.
    public var timeLimit: Duration
    /// The folder for the file of the journal. Default `/tmp`.
    public var folder: String

    /// Creates an isolation.
    public init(timeLimit: Duration = .seconds(15), folder: String = "/tmp", command: @escaping Command) {
        self.command = command
        self.timeLimit = timeLimit
        self.folder = folder
    }

    /// Checks laws of a suite in as many children as needed. It blocks the caller's thread until they end.
    public func report(
        on suite: String,
        _ laws: [ConformanceLaw] = ConformanceLaw.allCases
    ) -> ConformanceReport {
        var report = ConformanceReport(results: [])
        var left = laws[...]
        while let law = left.first {
            let number = String(UInt64.random(in: 0 ... .max), radix: 16)
            let journal = "\(folder)/conformance-\(suite)-\(law.rawValue)-\(number).case"
            let (results, ending) = run(command(suite, Array(left), journal), journal)
            for result in results where left.first == result.law {
                report.results.append(result)
                left.removeFirst()
            }
            let text = SystemCalls.contents(of: journal, atMost: 1 << 26).map { String(decoding: $0, as: UTF8.self) }
            SystemCalls.remove(journal)
            guard let next = left.first else { break }
            // The law that was being checked is at fault. The laws after it are checked in another child.
            let recorded = text.flatMap { ConformanceCase($0) }
            let single = recorded?.law == next ? recorded : nil
            report.results.append(
                ConformanceResult(
                    suite: suite,
                    law: next,
                    verdict: .failed(ConformanceFailure(single ?? ConformanceCase(suite: suite, law: next), ending))
                )
            )
            left.removeFirst()
        }
        return report
    }

    /// Checks laws of a suite in the child, and outputs a line for each result.
    public static func runChild(
        _ suite: ConformanceSuite,
        laws: [ConformanceLaw],
        journal: ConformanceJournal?,
        output: (String) -> Void
    ) async {
        for law in laws { output("\(await suite.check(law).result(journal: journal))\n") }
    }

    /// Runs one child.
    ///
    /// - Returns: The results that it reported, and a sentence that says how it ended.
    private func run(_ command: [String], _ journal: String) -> (results: [ConformanceResult], ending: String) {
        guard let child = ChildProcess(command) else {
            return ([], "The child process cannot be started: \(command.first ?? "the command is empty").")
        }
        var output: [UInt8] = []
        var state: [Int]?
        var lastChange = ContinuousClock.now
        let deadline = lastChange + timeLimit * 40
        var isClosed = false
        var ending: ChildProcess.Ending?
        var complaint: String?
        while ending == nil, complaint == nil {
            // A child that has closed its output may still run.
            switch isClosed ? .nothingYet : child.read(waitingMilliseconds: 100) {
            case .bytes(let bytes):
                output += bytes
                // Only the end of a law shows progress.
                if bytes.contains(UInt8(ascii: "\n")) { lastChange = ContinuousClock.now }
                if output.count > Self.outputBytes { complaint = "The process wrote over \(Self.outputBytes) bytes." }
            case .end: isClosed = true
            // Another process may keep the output open, so the end of the output does not show that the child has ended.
            case .nothingYet: ending = child.ending(waitingMilliseconds: isClosed ? 100 : 0)
            }
            let now = ContinuousClock.now
            if now - lastChange > timeLimit / 4 {
                // Cases with large bodies may all begin alike, so this does not compare the content of the file.
                let recorded = SystemCalls.state(of: journal)
                if recorded != state { (state, lastChange) = (recorded, now) }
            }
            if now - lastChange > timeLimit { complaint = "The process never ended: no progress for \(timeLimit)." }
            if now > deadline { complaint = "The process never ended: it ran for \(timeLimit * 40)." }
        }
        if ending == nil {
            child.kill()
            ending = child.ending(waitingMilliseconds: nil)
        } else {
            // The child's last output may still be unread.
            while output.count <= Self.outputBytes, case .bytes(let bytes) = child.read(waitingMilliseconds: 0) {
                output += bytes
            }
        }
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let results = lines.compactMap { ConformanceResult(String($0)) }
        if let complaint { return (results, complaint) }
        return (results, ending?.signal.map { "The process ended with signal \($0)." } ?? "The process ended early.")
    }

    /// The limit of a child's output, in bytes. It writes a line for each law, and a failure holds its case in hexadecimal.
    private static let outputBytes = 64 << 20
}

extension ConformanceJournal {
    /// Creates a journal in a file that holds only the case being tried.
    ///
    /// Keep it in a folder that only you write to, such as `.build`. In `/tmp`, others may have put something under a name that
    /// they know.
    ///
    /// - Parameter path: The path of a file to create, or of a regular file of your own, which is emptied. A symbolic link is not
    ///   followed.
    /// - Returns: nil if the file cannot be created, or the path is something else.
    public static func file(at path: String) -> ConformanceJournal? {
        guard let file = JournalFile(path) else { return nil }
        return ConformanceJournal { file.replace(with: Array("\($0)\n".utf8)) }
    }
}

/// A record of each case before it is tried, which identifies a case that traps or never ends.
public struct ConformanceJournal: Sendable {
    private let write: @Sendable (ConformanceCase) -> Void

    /// Creates a journal that calls a function for each case.
    public init(_ write: @escaping @Sendable (ConformanceCase) -> Void) { self.write = write }

    /// Records a case.
    public func record(_ single: ConformanceCase) { write(single) }
}
