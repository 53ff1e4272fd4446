import Foundation

/// The peers in Python: orjson, which decodes to dictionaries, msgspec, which decodes to declared types with the fields of the
/// Swift models, and jsonpath-rfc9535 for queries. Scripts/bench installs them into a separate folder if it can reach PyPI.
enum PythonJSONPeer {
    /// The programs of the installed engines.
    static let programs: [PeerProgram] = [Engine.orjson, Engine.msgspec].compactMap { program(of: $0) }

    /// Returns the program of an engine; nil if the engine is not installed.
    static func program(of engine: String) -> PeerProgram? {
        version(of: engine) == nil ? nil : PeerProgram(engine: engine, path: Python.path, [script, engine])
    }

    /// Returns the version of a module; nil if it is not installed.
    static func version(of engine: String) -> String? {
        PeerProgram(engine: engine, path: Python.path, [script, engine]).answer(to: ["--version"])
    }

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../../Peers/Python/json_peer.py").standardizedFileURL
        .path
}
