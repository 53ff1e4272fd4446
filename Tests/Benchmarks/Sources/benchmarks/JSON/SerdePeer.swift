import Foundation

/// serde_json with models of the same fields in Rust, `Peers/Serde`.
enum SerdePeer {
    /// The version of serde_json; nil where Scripts/bench could not build the peer.
    static let version: String? = program.flatMap { $0.answer(to: ["--version"]) }

    /// What Scripts/bench has built; nil where it could not.
    static let program: PeerProgram? = ProcessInfo.processInfo.environment["MIMEOGRAPH_SERDE_PEER"].flatMap {
        $0.isEmpty ? nil : PeerProgram(engine: Engine.serde, path: $0)
    }
}
