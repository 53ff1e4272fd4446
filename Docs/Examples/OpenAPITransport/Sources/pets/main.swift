import Foundation
import OpenAPIRuntime
import OpenAPITransport
import Petstore

// Sends three operations of a generated client to Server/server.py, by default at http://127.0.0.1:8080/v1.
guard let url = URL(string: CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080/v1") else { exit(64) }
let client = Client(
    serverURL: url,
    configuration: Configuration(xmlCoder: XMLFormatCoder()),
    transport: SessionTransport()
)
let pet = Components.Schemas.Pet(id: 7, name: "Emma", tags: ["cat", "old"], born: Date(timeIntervalSince1970: 1e9))
do {
    for body in [Operations.CreatePet.Input.Body.json(pet), .xml(pet)] {
        print("created:", try await client.createPet(.init(body: body)))
    }
    let photo = Operations.UploadPhoto.Part.photo(.init(payload: .init(body: "pixels"), filename: "emma.png"))
    if case .ok(let parts) = try await client.uploadPhoto(.init(petId: 7, body: [photo])) {
        for try await case .photo(let part) in parts {
            print("photo:", part.filename ?? "", try await String(collecting: part.payload.body, upTo: 1 << 20))
        }
    }
    if case .ok(let body) = try await client.watchPets(.init(count: 3)) {
        let events = body.asDecodedServerSentEventsWithJSONData(of: Components.Schemas.Pet.self)
        for try await event in events { print("event:", event.data?.name ?? "") }
    }
} catch {
    FileHandle.standardError.write(Data("pets: \(error)\n".utf8))
    exit(1)
}
