import Foundation
import Harness
import Mimeograph
import MimeographPropertyList

/// One run of the suite: the lists, and the results so far.
struct PropertyListRun {
    let lists: [MixedList]
    let hasPeers: Bool
    var report = Report()

    init(hasPeers: Bool) throws {
        self.hasPeers = hasPeers
        lists = [try MixedList(name: "150 KB", bytes: 150_000), try MixedList(name: "20 MB", bytes: 20_000_000)]
        report.add(note: "\(Machine.description).")
        let sizes = lists.map { "\($0.binary.count) bytes binary and \($0.xml.count) bytes XML" }
        report.add(note: "The lists: \(sizes.joined(separator: "; ")).")
    }

    /// Measures engines on one list, and prints its progress, because the whole run takes minutes.
    func measure(_ work: String, on input: String, _ engines: [Benchmark]) -> [Harness.Measurement] {
        FileHandle.standardError.write(Data("\(work): \(input)\n".utf8))
        let engines = hasPeers ? engines : engines.filter { $0.name.hasPrefix(Engine.ours) }
        return Benchmark.measure(engines, rounds: 101, roundTime: .milliseconds(4))
    }

    /// Adds a target for the speed of our engine relative to Foundation.
    mutating func add(target name: String, from comparison: Comparison, atLeast bound: Double) {
        let ratio = comparison.speed(of: Engine.ours, over: Engine.foundation)
        report.add(Target("plist.\(name)", ratio, .atLeast, bound))
    }

    /// Returns the list that Foundation reads.
    static func foundations(_ data: Data) throws -> Any {
        // SAFETY: the pointer argument is nil.
        try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    }
}

enum ListFormat: String, CaseIterable {
    case binary, xml

    func data(of list: MixedList) -> Data { self == .binary ? list.binary : list.xml }

    var options: PropertyListWritingOptions { self == .binary ? .binary : .xml }
    var foundations: PropertyListSerialization.PropertyListFormat { self == .binary ? .binary : .xml }
}
