import CDigestPeer
import Harness
import Mimeograph
import MimeographSession

/// The digests of bodies, against OpenSSL's EVP called from C with an algorithm that it has fetched before.
enum DigestSuite: Suite {
    static let name = "digest"
    static let summary = "Content-Digest and Repr-Digest, made and verified, against bare OpenSSL"
    static let parts = ["make", "verify"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        // SAFETY: the version is text that lives as long as the program.
        let version = unsafe String(cString: mimeograph_digest_peer_version())
        report.add(
            note: """
                \(Machine.description). Peer: \(version), in C. `make` creates the field of a body in memory, the peer with \
                OpenSSL's base64. `verify` reads a response through the session, in the transport's chunks of \
                \(DigestRun.chunk >> 10) KiB, and checks its Content-Digest. The peer is the same session without digests; its \
                reader passes each chunk to OpenSSL and compares the result with the field. A target is how many times as fast \
                the peer is, over all inputs: at 1 both are as fast, at 1.05 Mimeograph takes 5 % longer.
                """
        )
        var ratios: [Double?] = []
        for part in parts where selection.contains(part) {
            let title = part == "make" ? "A body to its digest field" : "A response checked against its digest"
            var comparison = Comparison(title)
            for input in DigestRun.inputs {
                let engines = part == "make" ? try input.makers() : try input.verifiers()
                comparison.add(input: input.name, Benchmark.measure(selection.hasPeers ? engines : [engines[0]]))
            }
            report.add(table: comparison.table)
            let ratio = comparison.speed(of: DigestRun.peer, over: Engine.ours)
            report.add(Target("digest.\(part).vs-openssl", ratio, .atMost, 1.05))
            ratios.append(ratio)
        }
        report.add(Target("digest.vs-openssl", ratios.compactMap(\.self).max(), .atMost, 1.05))
        return report
    }
}
