import Mimeograph
import MimeographConformance

/// The parsed options of `mimeo conform`.
struct ConformSettings {
    /// The suites to check, with the seed and the bodies from the options.
    private(set) var suites: [ConformanceSuite]
    /// The laws to check.
    let laws: [ConformanceLaw]

    /// The largest file that is read as a body, in bytes.
    private static let bodyLimit = 1 << 22

    /// Parses the options.
    ///
    /// - Throws: ``UsageError`` for an invalid value, ``FileError`` for a folder that cannot be read.
    init(_ arguments: Arguments) throws {
        suites = try Self.chosen(arguments.operands)
        laws = try Self.laws(arguments.values["laws"])
        if let seed = try Self.number("seed", arguments) {
            for index in suites.indices { suites[index].seed = UInt64(seed) }
        }
        if let count = try Self.number("mutations", arguments) {
            for index in suites.indices { suites[index].mutationCount = count }
        }
        if let folder = arguments.values["bodies"] {
            let bodies = try Self.bodies(in: folder)
            suites = suites.map { suite in suite.adding(bodies: bodies.filter { $0.type.map(suite.accepts) ?? false }) }
        }
    }

    private static func number(_ name: String, _ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments.values[name] else { return nil }
        guard let number = Int(text), number >= 0 else { throw UsageError("--\(name) takes a number, not \(text)") }
        return number
    }

    private static func chosen(_ names: [String]) throws(UsageError) -> [ConformanceSuite] {
        let all = Formats.suites
        if names.isEmpty { return all }
        var chosen: [ConformanceSuite] = []
        for name in names {
            guard let suite = all.first(where: { $0.name == name }) else {
                let near = EditDistance.nearest(to: name, among: all.map(\.name)).map { "; did you mean \($0)?" }
                throw UsageError("unknown suite \(name)\(near ?? "; --list lists the suites")")
            }
            chosen.append(suite)
        }
        return chosen
    }

    private static func laws(_ text: String?) throws(UsageError) -> [ConformanceLaw] {
        guard let text else { return ConformanceLaw.allCases }
        var laws: [ConformanceLaw] = []
        for name in text.split(separator: ",") {
            guard let law = ConformanceLaw(rawValue: String(name)) else {
                let near = EditDistance.nearest(to: String(name), among: ConformanceLaw.allCases.map(\.rawValue))
                throw UsageError("unknown law \(name)\(near.map { "; did you mean \($0)?" } ?? "")")
            }
            laws.append(law)
        }
        return laws
    }

    /// Reads the files of a folder whose extensions have a media type.
    private static func bodies(in folder: String) throws(FileError) -> [(
        name: String, bytes: [UInt8], type: MediaType?
    )] {
        var bodies: [(name: String, bytes: [UInt8], type: MediaType?)] = []
        for name in try FileReading.names(inFolder: folder) {
            guard let type = Formats.mediaType(ofPath: name) else { continue }
            let bytes = try FileReading.read(path: "\(folder)/\(name)", atMost: bodyLimit)
            bodies.append((name: name, bytes: bytes, type: type))
        }
        return bodies
    }
}
