import Foundation

/// What users of Python have: orjson, which makes dictionaries, and msgspec, which makes values of types that are declared as
/// those of Swift are. Scripts/bench installs both into a folder of their own where PyPI can be reached.
enum PythonJSONPeer {
    /// Those that are installed, by the name of the engine.
    static let programs: [PeerProgram] = [Engine.orjson, Engine.msgspec].compactMap { engine in
        version(of: engine) == nil ? nil : PeerProgram(engine: engine, path: Python.path, [script, engine])
    }

    /// The version of a module; nil where it is not installed.
    static func version(of engine: String) -> String? {
        PeerProgram(engine: engine, path: Python.path, [script, engine]).answer(to: ["--version"])
    }

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../../Peers/Python/json_peer.py").standardizedFileURL
        .path
}
