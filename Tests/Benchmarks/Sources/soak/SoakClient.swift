import Mimeograph
import MimeographCompression
import MimeographEventStream
import MimeographForm
import MimeographImage
import MimeographJSON
import MimeographPropertyList
import MimeographServer
import MimeographSession
import MimeographText
import MimeographXML

/// Sends the request of a case, and compares the result with the expected one.
struct SoakClient: Sendable {
    let direct: HTTPSessionManager
    let throughNginx: HTTPSessionManager?

    init(direct: Int, http2: Int?) throws {
        let serializers = try SerializerRegistry {
            JSONPlugin()
            XMLPlugin()
            PropertyListPlugin()
            FormPlugin()
            ImagePlugin()
            EventStreamPlugin(data: JSONFormat())
            TextPlugin()
            CompressionPlugin()
        }
        var configuration = SessionConfiguration()
        configuration.options.idleTimeout = .seconds(10)
        configuration.proxies = .none
        self.direct = try HTTPSessionManager(
            baseURL: "http://127.0.0.1:\(direct)/",
            serializers: serializers,
            configuration: configuration
        )
        configuration.options.version = .http2PriorKnowledge
        throughNginx = try http2.map {
            try HTTPSessionManager(
                baseURL: "http://127.0.0.1:\($0)/",
                serializers: serializers,
                configuration: configuration
            )
        }
    }

    func invalidate() {
        direct.invalidate(cancelling: true)
        throughNginx?.invalidate(cancelling: true)
    }

    /// Runs a case.
    ///
    /// - Returns: A description of the difference from the expected result; nil if there is none.
    /// - Throws: The session's error.
    func send(_ soak: SoakCase) async throws -> String? {
        var api = soak.isHTTP2 ? throughNginx ?? direct : direct
        // Only requests that stall on purpose have a short timeout: the server may be slow on a busy machine.
        if soak.fault == .stall { api.configuration.options.idleTimeout = .milliseconds(500) }
        let table = SoakTable(seed: soak.seed, rows: soak.rows)
        switch soak.format {
        case .json, .xml, .plist, .binaryPlist:
            let read: SoakTable = try await api.get(soak.path)
            return difference(read, table)
        case .problem:
            let read: ProblemDetails = try await api.get(soak.path)
            return difference(read.title, "Problem \(soak.seed)")
        case .text:
            let read: String = try await api.get(soak.path)
            return difference(read, table.row.map(\.name).joined(separator: "\n"))
        case .form:
            let read: SoakRow = try await api.get(soak.path)
            return difference(read, table.row[0])
        case .png:
            let read: Image = try await api.get(soak.path)
            if read.isPartial { return "The picture is incomplete." }
            return difference(packedPixels(read), soakPixels(seed: soak.seed, rows: soak.rows))
        case .ndjson, .jsonSequence, .eventStream:
            return try await stream(soak, api, table)
        case .bomb:
            let read: [Int] = try await api.get(soak.path)
            return "A body of \(read.count) elements was accepted instead of rejected."
        case .echoJSON, .echoPlist, .echoForm, .echoImage, .echoText:
            return try await echo(soak, api, table)
        case .upload:
            return try await upload(soak, api)
        }
    }

    /// The closures capture the task itself, as a caller's closures may.
    private func upload(_ soak: SoakCase, _ api: HTTPSessionManager) async throws -> String? {
        let bytes = (0..<soak.uploadLength).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ soak.seed) }
        let task = api.session.uploadTask(
            try api.request(.post, soak.path),
            from: soak.seed % 2 == 0 ? .bytes(bytes) : .stream(BodyStream(bytes)),
            resumability: UploadResumability(delay: .milliseconds(1)) { resumption in
                _ = bytes.count - Int(resumption.offset)
            }
        )
        task.onInterimResponse { [task] _ in _ = task.currentUploadProgress }
        task.onUploadProgress { [task] _ in _ = task.currentUploadProgress }
        let read = try await withTaskCancellationHandler {
            try await task.value.value
        } onCancel: {
            task.cancel()
        }
        return read == bytes ? nil : "Sent \(bytes.count) bytes, but the server received \(read.count) different ones."
    }

    /// Compares elements as they arrive, also before a fault. In a compressed body only the checksum at the end detects damage.
    private func stream(_ soak: SoakCase, _ api: HTTPSessionManager, _ table: SoakTable) async throws -> String? {
        var next = 0
        for try await row: SoakRow in try await api.stream(soak.path) {
            guard next < table.row.count else { return "The stream has too many elements." }
            if row != table.row[next], soak.fault != .corrupt || !soak.isCoded { return "element \(next) is \(row)" }
            next += 1
        }
        return next == table.row.count ? nil : "The stream ended without an error after \(next) elements."
    }

    private func echo(_ soak: SoakCase, _ api: HTTPSessionManager, _ table: SoakTable) async throws -> String? {
        switch soak.format {
        case .echoJSON:
            let read: SoakTable = try await api.post(soak.path, .value(table, contentType: .json))
            return difference(read, table)
        case .echoPlist:
            let read: SoakTable = try await api.post(soak.path, .value(table, contentType: "application/x-plist"))
            return difference(read, table)
        case .echoForm:
            let read: SoakRow = try await api.post(
                soak.path,
                .value(table.row[0], contentType: "application/x-www-form-urlencoded")
            )
            return difference(read, table.row[0])
        case .echoImage:
            let pixels = soakPixels(seed: soak.seed, rows: soak.rows)
            let image = try Image(width: 64, height: soak.rows, format: .rgb8, pixels: pixels)
            let read: Image = try await api.post(soak.path, .value(image, contentType: "image/png"))
            return difference(packedPixels(read), pixels)
        default:
            let text = table.row.map(\.name).joined(separator: "\n")
            let read: String = try await api.post(soak.path, .value(text, contentType: "text/plain"))
            return difference(read, text)
        }
    }

    private func difference<Value: Equatable>(_ read: Value, _ wanted: Value) -> String? {
        read == wanted ? nil : "The value differs from the one sent: \(String(describing: read).prefix(200))"
    }
}
