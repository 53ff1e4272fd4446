import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographCompression
import Testing

@testable import MimeographSession

/// Tests of bodies that are verified against digests, and of digests that are sent.
@Suite struct DigestTests {
    private let folder = TemporaryFolder()
    static let chunks: [[UInt8]] = [Array("one ".utf8), Array("two ".utf8), Array("three".utf8)]
    static let body = Array(chunks.joined())
    private static let url = "http://h/a"

    static func digest(_ bytes: [UInt8], _ algorithm: DigestAlgorithm = .sha256) -> String {
        (try? algorithm.field(for: bytes)) ?? ""
    }

    private static func session(
        _ policy: DigestPolicy,
        _ fields: HeaderFields,
        status: Int = 200,
        _ configure: (inout SessionConfiguration) -> Void = { _ in }
    ) -> (SessionManager, ScriptedTransport) {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: status, fields: fields, chunks: chunks))
        let session = MimeographSessionTests.session(transport) {
            $0.digests = policy
            configure(&$0)
        }
        return (session, transport)
    }

    /// A response, and its result with each policy: nil is the body.
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let fields: HeaderFields
        var status = 200
        let verified: SessionError.Code?
        let required: SessionError.Code?
    }

    static let wrong = digest([1])
    static let rows: [Row] = [
        Row(testDescription: "none", fields: [:], verified: nil, required: .digestMissing),
        Row(testDescription: "content", fields: ["Content-Digest": digest(body)], verified: nil, required: nil),
        Row(testDescription: "whole", fields: ["Repr-Digest": digest(body, .sha512)], verified: nil, required: nil),
        Row(
            testDescription: "both, of two algorithms",
            fields: ["Content-Digest": digest(body), "Repr-Digest": digest(body, .sha512)],
            verified: nil,
            required: nil
        ),
        Row(
            testDescription: "wrong",
            fields: ["Content-Digest": wrong],
            verified: .digestMismatch,
            required: .digestMismatch
        ),
        Row(
            testDescription: "one wrong of both",
            fields: ["Content-Digest": digest(body), "Repr-Digest": wrong],
            verified: .digestMismatch,
            required: .digestMismatch
        ),
        Row(
            testDescription: "the strongest counts",
            fields: ["Content-Digest": "\(wrong), \(digest(body, .sha512))"],
            verified: nil,
            required: nil
        ),
        Row(
            testDescription: "of another length",
            fields: ["Content-Digest": "sha-256=:AAAA:"],
            verified: .digestMismatch,
            required: .digestMismatch
        ),
        Row(
            testDescription: "unknown alone",
            fields: ["Content-Digest": "md5=:AAAA:", "Repr-Digest": "sha=:AAAA:"],
            verified: nil,
            required: .digestMissing
        ),
        Row(
            testDescription: "malformed",
            fields: ["Content-Digest": "sha-256=:%:"],
            verified: nil,
            required: .digestMissing
        ),
        Row(
            testDescription: "part, of the content",
            fields: ["Content-Digest": digest(body), "Repr-Digest": wrong],
            status: 206,
            verified: nil,
            required: nil
        ),
        Row(
            testDescription: "part, of the whole",
            fields: ["Repr-Digest": wrong],
            status: 206,
            verified: nil,
            required: .digestMissing
        ),
        Row(testDescription: "an error", fields: [:], status: 404, verified: nil, required: nil),
        Row(
            testDescription: "an error, wrong",
            fields: ["Content-Digest": wrong],
            status: 500,
            verified: .digestMismatch,
            required: .digestMismatch
        ),
    ]

    @Test(arguments: rows)
    func policies(_ row: Row) async throws {
        let policies: [(DigestPolicy, SessionError.Code?)] = [
            (.ignored, nil), (.verified, row.verified), (.required, row.required),
        ]
        for (policy, expected) in policies {
            let (session, transport) = Self.session(policy, row.fields, status: row.status)
            do {
                let response = try await session.data(for: RequestMessage(url: Self.url))
                #expect(response.value == Self.body && expected == nil, "\(policy)")
            } catch {
                #expect(error.code == expected, "\(policy)")
                #expect(error.head?.status == row.status || error.code == .digestMismatch)
                // The message contains neither the digest nor the body.
                for secret in ["sha-256=:", "one two", "X48"] { #expect(!error.debugDescription.contains(secret)) }
                #expect(error.remedy?.contains("digests") == true)
            }
            #expect(transport.openExchangeCount == 0)
            #expect(transport.requests[0].fields.contains("Want-Repr-Digest") == (policy == .required))
        }
    }

    /// The chunks are returned as they arrive, and the end throws, also if the body is too short or too long by a byte.
    @Test func lastReadThrows() async throws {
        let (session, _) = Self.session(.verified, ["Content-Digest": Self.wrong])
        let response = try await session.response(for: RequestMessage(url: Self.url))
        var received: [[UInt8]] = []
        let error = await #expect(throws: SessionError.self) {
            for try await chunk in response.body { received.append(chunk) }
        }
        #expect(received == Self.chunks && error?.code == .digestMismatch)
        #expect(error?.message.contains("Content-Digest") == true && error?.message.contains("sha-256") == true)
    }

    /// A missing body cannot be wrong.
    @Test func missingBodies() async throws {
        let transport = ScriptedTransport()
        transport.on(.head, "*", .init(fields: ["Content-Digest": Self.wrong, "Content-Length": "9"]))
        transport.on("http://h/204", .init(status: 204, fields: ["Repr-Digest": Self.wrong]))
        transport.on("http://h/empty", .init(fields: ["Content-Length": "0"]))
        let session = MimeographSessionTests.session(transport) { $0.digests = .required }
        for request in [
            RequestMessage(method: .head, url: Self.url), RequestMessage(url: "http://h/204"),
            RequestMessage(url: "http://h/empty"),
        ] {
            #expect(try await session.data(for: request).value == [])
        }
    }

    /// The digest covers the encoded bytes.
    @Test func codedBodies() async throws {
        let body = Self.body
        let coded = try GzipCoding().encode(body.span)
        let digests: [(String, SessionError.Code?)] = [(Self.digest(coded), nil), (Self.digest(body), .digestMismatch)]
        for (digest, code) in digests {
            let transport = ScriptedTransport()
            transport.on("*", .init(fields: ["Content-Encoding": "gzip", "Repr-Digest": digest], chunks: [coded]))
            let session = MimeographSessionTests.session(transport) { $0.codings = ContentCodings([GzipCoding()]) }
            #expect(
                await MimeographSessionTests.code { try await session.data(for: RequestMessage(url: Self.url)) } == code
            )
        }
    }

    /// A cache stores only correct bodies, and returns bodies with a digest if the policy requires one.
    @Test func cachesStoreOnlyVerifiedBodies() async throws {
        let cache = ResponseCache()
        for (digest, stored) in [(Self.wrong, 0), (Self.digest(Self.body), 1)] {
            let (session, transport) = Self.session(
                .verified,
                ["Content-Digest": digest, "Cache-Control": "max-age=60"]
            ) {
                $0.cache = cache
            }
            _ = try? await session.data(for: RequestMessage(url: "http://h/\(stored)"))
            _ = try? await session.data(for: RequestMessage(url: "http://h/\(stored)"))
            #expect(transport.requests.count == 2 - stored)
        }
        let (lax, _) = Self.session(.ignored, ["Content-Digest": Self.wrong, "Cache-Control": "max-age=60"]) {
            $0.cache = cache
        }
        _ = try await lax.data(for: RequestMessage(url: "http://h/lax"))
        var strict = lax.configuration
        strict.digests = .required
        await #expect(throws: SessionError.self) {
            try await lax.data(for: RequestMessage(url: "http://h/lax"), configuration: strict)
        }
        #expect(try await lax.data(for: RequestMessage(url: "http://h/1"), configuration: strict).value == Self.body)
    }

    // MARK: - Downloads

    @Test func wrongDownloadLeavesNoFile() async throws {
        let fields: HeaderFields = ["Repr-Digest": Self.wrong, "ETag": "\"1\"", "Content-Length": "13"]
        let (session, _) = Self.session(.verified, fields)
        let destination = DownloadDestination.file(folder.file("film"))
        let error = await #expect(throws: SessionError.self) {
            try await session.download(RequestMessage(url: Self.url), to: destination)
        }
        #expect(error?.code == .digestMismatch && error?.resumption == nil)
        #expect(folder.names.isEmpty)
    }

    /// Resumes a download of 13 bytes, of which the file `part` in the folder has four.
    ///
    /// - Returns: The code of the error; nil if the file is complete.
    static func resume(_ session: SessionManager, _ folder: TemporaryFolder) async -> SessionError.Code? {
        let resumption = DownloadResumption(
            url: url,
            partialFile: folder.file("part"),
            byteCount: 4,
            validator: "\"1\"",
            totalLength: 13
        )
        return await code {
            try await session.download(
                RequestMessage(url: url),
                to: .file(folder.file("film")),
                resuming: resumption
            )
        }
    }

    /// A file came in two parts, and the digest covers the whole.
    @Test(
        arguments: [
            (DigestPolicy.verified, digest(body), nil), (.required, digest(body), nil),
            (.required, digest(body, .sha512), nil),
            (.verified, wrong, SessionError.Code.digestMismatch), (.required, wrong, .digestMismatch),
            (.ignored, wrong, nil),
            (.verified, "md5=:AAAA:", nil),
        ] as [(DigestPolicy, String, SessionError.Code?)]
    )
    func resumedDownloadsAreVerifiedAsAWhole(_ policy: DigestPolicy, _ digest: String, _ code: SessionError.Code?)
        async throws
    {
        try folder.write("part", Self.chunks[0])
        let transport = ScriptedTransport()
        let rest = Array(Self.body.dropFirst(4))
        transport.on(
            "*",
            .init(
                status: 206,
                fields: ["Content-Range": "bytes 4-12/13", "ETag": "\"1\"", "Repr-Digest": digest],
                chunks: [rest]
            )
        )
        let session = MimeographSessionTests.session(transport) { $0.digests = policy }
        let result = await Self.resume(session, folder)
        #expect(result == code)
        #expect(folder.names == (code == nil ? ["film"] : []))
        if code == nil { #expect(folder.read("film") == Self.body) }
    }

    /// If only the rest has a digest, a download that requires one starts over.
    @Test func aRestWithoutADigestOfTheWholeIsNotEnough() async throws {
        try folder.write("part", [9, 9, 9, 9])
        let transport = ScriptedTransport()
        transport.on("*") { request in
            request.fields.contains("Range")
                ? .init(
                    status: 206,
                    fields: [
                        "Content-Range": "bytes 4-12/13", "ETag": "\"1\"",
                        "Content-Digest": Self.digest(Array(Self.body.dropFirst(4))),
                    ],
                    chunks: [Array(Self.body.dropFirst(4))]
                ) : .init(fields: ["Content-Digest": Self.digest(Self.body)], chunks: Self.chunks)
        }
        let session = MimeographSessionTests.session(transport) { $0.digests = .required }
        let resumption = DownloadResumption(
            url: Self.url,
            partialFile: folder.file("part"),
            byteCount: 4,
            validator: "\"1\"",
            totalLength: 13
        )
        _ = try await session.download(
            RequestMessage(url: Self.url),
            to: .file(folder.file("film")),
            resuming: resumption
        )
        #expect(transport.requests.count == 2 && folder.read("film") == Self.body)
    }

    // MARK: - Requests

    @Test func requestsHaveTheDigestOfTheirBody() async throws {
        try folder.write("file", Self.body)
        let (session, transport) = Self.session(.verified, [:]) { $0.contentDigest = .sha512 }
        for body in [MessageBody.bytes(Self.body), .file(path: folder.file("file"))] {
            _ = try await session.data(for: RequestMessage(method: .put, url: Self.url, body: body))
            #expect(transport.requests.last?.fields["Content-Digest"] == Self.digest(Self.body, .sha512))
            #expect(transport.requests.last?.body == Self.body)
        }
        _ = try await session.data(
            for: RequestMessage(method: .put, url: Self.url, fields: ["Content-Digest": "own=1"], body: .bytes([1]))
        )
        #expect(transport.requests.last?.fields["Content-Digest"] == "own=1")
        _ = try await session.data(for: RequestMessage(url: Self.url))
        #expect(transport.requests.last?.fields["Content-Digest"] == nil)
        let count = transport.requests.count
        let missing = RequestMessage(method: .put, url: Self.url, body: .file(path: folder.file("none")))
        #expect(await MimeographSessionTests.code { try await session.data(for: missing) } != nil)
        #expect(transport.requests.count == count)
    }

    /// A redirect that removes the body also removes its digest.
    @Test func aRedirectRemovesTheDigestWithTheBody() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h/303", .init(status: 303, fields: ["Location": "/b"]))
        transport.on("http://h/307", .init(status: 307, fields: ["Location": "/b"]))
        transport.on("*", .init())
        let session = MimeographSessionTests.session(transport) { $0.contentDigest = .sha256 }
        for (path, isKept) in [("303", false), ("307", true)] {
            for fields in [[:], ["Content-Digest": "own=1", "Repr-Digest": "own=1"]] as [HeaderFields] {
                _ = try await session.data(
                    for: RequestMessage(method: .post, url: "http://h/\(path)", fields: fields, body: .bytes([1]))
                )
                let last = try #require(transport.requests.last)
                #expect(last.fields.contains("Content-Digest") == isKept)
                #expect(last.fields.contains("Repr-Digest") == (isKept && fields.contains("Repr-Digest")))
            }
        }
    }
}
