import BookService
import Hummingbird

let service = BookService(serializers: try BookService.standardSerializers())
let server = Application(
    router: service.router(),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080), serverName: "book-server")
)
try await server.runService()
