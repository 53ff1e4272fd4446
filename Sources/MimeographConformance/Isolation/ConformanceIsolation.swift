/// Checks a suite in a child process, so that a serializer which traps or never ends is a failure like any other.
///
/// The child is a program that runs the laws it is told to, as ``runChild(_:laws:journal:output:)`` does, and records each case
/// in a file before it tries it. Where it dies or gives nothing for too long, that file holds the case. `mimeo conform
/// --isolated` does so for the built-in serializers. Within Swift Testing an exit test can stand for the child:
///
/// ```swift
/// @Test func neverTraps() async {
///     await #expect(processExitsWith: .success) {
///         try await ConformanceSuite.rows.check(.mutations).run(journal: .file(at: ".build/rows.case"))
///     }
/// }
/// ```
public struct ConformanceIsolation: Sendable {
    /// The program and its arguments, for a suite, laws, and the file of the journal.
    public typealias Command = @Sendable (_ suite: String, _ laws: [ConformanceLaw], _ journal: String) -> [String]

    /// Makes the command line of a child.
    public var command: Command
    /// How long one case may take. Default 15 s, more than a suite allows itself. A child as a whole may take 40 times as long.
    public var timeLimit: Duration
    /// The folder for the file of the journal. Default `/tmp`.
    public var folder: String

    /// Makes an isolation; what is not given has its default.
    public init(timeLimit: Duration = .seconds(15), folder: String = "/tmp", command: @escaping Command) {
        self.command = command
        self.timeLimit = timeLimit
        self.folder = folder
    }

    /// Checks laws of a suite, in as many children as it takes. It waits for them on the caller's thread.
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
            // The one that was under way is to blame; those after it have their turn.
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

    /// What a child does: checks laws of a suite, and hands over a line for each.
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
    /// - Returns: What it said, and how it ended, as a sentence.
    private func run(_ command: [String], _ journal: String) -> (results: [ConformanceResult], ending: String) {
        guard let child = ChildProcess(command) else {
            return ([], "The child process cannot be started: \(command.first ?? "no command").")
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
                if output.count > Self.outputBytes { complaint = "It writes more than \(Self.outputBytes) bytes." }
            case .end: isClosed = true
            // Another process may hold the output open, so its end alone does not show that the child has ended.
            case .nothingYet: ending = child.ending(waitingMilliseconds: isClosed ? 100 : 0)
            }
            let now = ContinuousClock.now
            if now - lastChange > timeLimit / 4 {
                // Cases with large bodies may all begin alike, so this does not compare what the file holds.
                let recorded = SystemCalls.state(of: journal)
                if recorded != state { (state, lastChange) = (recorded, now) }
            }
            if now - lastChange > timeLimit { complaint = "It never ends: nothing came of it for \(timeLimit)." }
            if now > deadline { complaint = "It never ends: the process ran for \(timeLimit * 40)." }
        }
        if ending == nil {
            child.kill()
            ending = child.ending(waitingMilliseconds: nil)
        } else {
            // What the child wrote last may still be there to read.
            while output.count <= Self.outputBytes, case .bytes(let bytes) = child.read(waitingMilliseconds: 0) {
                output += bytes
            }
        }
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let results = lines.compactMap { ConformanceResult(String($0)) }
        if let complaint { return (results, complaint) }
        return (results, ending?.signal.map { "It ends the process, by signal \($0)." } ?? "It ends the process.")
    }

    /// How much a child may write: a line for each law, of which a failure holds its case in hexadecimal.
    private static let outputBytes = 64 << 20
}

extension ConformanceJournal {
    /// A journal in a file, which holds the case that is being tried, and no other.
    ///
    /// Keep it in a folder that only you write to, such as `.build`: in `/tmp` others may have put something at a name that they know.
    ///
    /// - Parameter path: A file to make, or a regular file of your own, which is emptied. A symbolic link is not followed.
    /// - Returns: nil if the file cannot be made, or something else is there.
    public static func file(at path: String) -> ConformanceJournal? {
        guard let file = JournalFile(path) else { return nil }
        return ConformanceJournal { file.replace(with: Array("\($0)\n".utf8)) }
    }
}

/// Is told of each case before it is tried, so that the one which traps or never ends is known.
public struct ConformanceJournal: Sendable {
    private let write: @Sendable (ConformanceCase) -> Void

    /// Makes a journal of a function.
    public init(_ write: @escaping @Sendable (ConformanceCase) -> Void) { self.write = write }

    /// Records a case.
    public func record(_ single: ConformanceCase) { write(single) }
}
