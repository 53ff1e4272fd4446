import Foundation

/// serde_json with Rust models of the same fields, in `Peers/Serde`.
enum SerdePeer {
    /// The version of serde_json; nil if Scripts/bench could not build the peer.
    static let version: String? = program.flatMap { $0.answer(to: ["--version"]) }

    /// The program that Scripts/bench built; nil if it could not.
    static let program: PeerProgram? = ProcessInfo.processInfo.environment["MIMEOGRAPH_SERDE_PEER"].flatMap {
        $0.isEmpty ? nil : PeerProgram(engine: Engine.serde, path: $0)
    }
}
