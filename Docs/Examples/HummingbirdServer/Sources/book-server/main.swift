import BookService
import Foundation
import Hummingbird

let service = BookService(serializers: try BookService.standardSerializers())
let server = Application(
    router: service.router(),
    // A client that stops in the middle of a request is disconnected.
    server: .http1(configuration: .init(idleTimeout: .seconds(30))),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080), serverName: "book-server")
)
do {
    try await server.runService()
} catch {
    server.logger.error("The server has ended: \(error)")
    exit(1)
}
