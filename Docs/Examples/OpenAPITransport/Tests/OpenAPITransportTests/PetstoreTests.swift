import Foundation
import MimeographSession
import OpenAPIRuntime
import OpenAPITransport
import Petstore
import Testing

/// A generated client with the server of this example, over a socket.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: Server.python)
            || ProcessInfo.processInfo.environment["CI"] == "true",
        "\(Server.python) is not here"
    )
)
struct PetstoreTests {
    let server: Server
    let client: Client

    static let pets = [
        Components.Schemas.Pet(id: 7, name: "Emma"),
        Components.Schemas.Pet(
            id: .min,
            name: #"<Größe> & "🐈" ]]>"#,
            tags: ["cat", "", "old"],
            born: Date(timeIntervalSince1970: 1e9)
        ),
        Components.Schemas.Pet(id: .max, name: "", tags: ["x"]),
    ]

    init() throws {
        server = try Server()
        client = server.client()
    }

    @Test(arguments: pets) func json(pet: Components.Schemas.Pet) async throws {
        let output = try await client.createPet(.init(query: .init(note: "a b&c"), body: .json(pet)))
        #expect(output == .created(.init(body: .json(pet))))
        #expect(
            try await server.log().first
                == "POST /v1/pets?note=a%20b%26c application/json, application/xml application/json; charset=utf-8"
        )
    }

    @Test(arguments: pets) func xml(pet: Components.Schemas.Pet) async throws {
        let accept = [AcceptHeaderContentType(contentType: Operations.CreatePet.AcceptableContentType.xml)]
        let output = try await client.createPet(.init(headers: .init(accept: accept), body: .xml(pet)))
        #expect(output == .created(.init(body: .xml(pet))))
        #expect(try await server.log().first == "POST /v1/pets application/xml application/xml")
    }

    @Test func multipart() async throws {
        let bytes = Array("\r\n--x\r\n".utf8) + (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let output = try await client.uploadPhoto(
            .init(
                petId: 7,
                body: [
                    .caption(.init(payload: .init(body: "Größe 🐈"))),
                    .photo(.init(payload: .init(body: HTTPBody(bytes)), filename: "emma.png")),
                ]
            )
        )
        guard case .ok(let parts) = output else {
            Issue.record("\(output)")
            return
        }
        var names: [String] = []
        for try await part in parts {
            switch part {
            case .caption(let caption):
                names.append("caption")
                #expect(try await caption.payload.body.text == "Größe 🐈")
            case .photo(let photo):
                names.append(photo.filename ?? "")
                #expect(try await [UInt8](collecting: photo.payload.body, upTo: 1 << 20) == bytes)
            case .undocumented: names.append("undocumented")
            }
        }
        #expect(names == ["caption", "emma.png"])
        #expect(try await server.log().first?.hasPrefix("POST /v1/pets/7/photos") == true)
    }

    /// The stream is longer than the limit of bodies, which does not apply to events.
    @Test func events() async throws {
        let output = try await server.client(bodyLimit: 10).watchPets(.init(count: 3))
        guard case .ok(let body) = output else {
            Issue.record("\(output)")
            return
        }
        var names: [String?] = []
        for try await event in body.asDecodedServerSentEventsWithJSONData(of: Components.Schemas.Pet.self) {
            names.append(event.data?.name)
        }
        #expect(names == ["Pet 0", "Pet 1", "Pet 2"])
    }

    /// The stream never ends, so the test ends only if an event arrives before the end.
    @Test func leavingTheLoop() async throws {
        try await readOneEvent()
        #expect(try await server.logs("closed by the client"))
    }

    private func readOneEvent() async throws {
        guard case .ok(let body) = try await client.watchPets() else { return }
        for try await event in body.asDecodedServerSentEvents() {
            #expect(event.id == "0")
            break
        }
    }

    @Test func cancelling() async throws {
        let (names, continuation) = AsyncStream.makeStream(of: String?.self)
        let task = Task {
            guard case .ok(let body) = try await client.watchPets() else { return }
            for try await event in body.asDecodedServerSentEvents() { continuation.yield(event.id) }
        }
        for await name in names.prefix(1) { #expect(name == "0") }
        task.cancel()
        let error = await #expect(throws: SessionError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try await server.logs("closed by the client"))
    }

    /// The second piece is produced only after the first one has arrived.
    @Test func uploads() async throws {
        let server = server
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: ArraySlice<UInt8>.self)
        continuation.yield(ArraySlice("first".utf8))
        let second = Task {
            let hasArrived = try await server.logs("piece 5")
            continuation.yield(ArraySlice("second".utf8))
            continuation.finish()
            return hasArrived
        }
        let output = try await client.backup(.init(body: HTTPBody(pieces, length: .unknown)))
        #expect(try await second.value)
        guard case .ok(let body) = output else {
            Issue.record("\(output)")
            return
        }
        #expect(try await body.text == "firstsecond")
    }

    @Test(arguments: [(2500, true), (2499, false)])
    func aLimitThatTheHeadDoesNotShow(limit: Int, fits: Bool) async throws {
        let bytes = [UInt8](repeating: 7, count: 2500)
        let output = try await server.client(bodyLimit: limit).backup(.init(body: HTTPBody(bytes)))
        guard case .ok(let body) = output else {
            Issue.record("\(output)")
            return
        }
        if fits {
            #expect(try await [UInt8](collecting: body, upTo: .max) == bytes)
        } else {
            let error = await #expect(throws: SessionError.self) { try await [UInt8](collecting: body, upTo: .max) }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test func aLimitThatTheHeadExceeds() async throws {
        let pet = Components.Schemas.Pet(id: 1, name: String(repeating: "x", count: 500))
        let error = await #expect(throws: ClientError.self) {
            try await server.client(bodyLimit: 500).createPet(.init(body: .json(pet)))
        }
        #expect((error?.underlyingError as? SessionError)?.code == .limitExceeded)
    }
}
