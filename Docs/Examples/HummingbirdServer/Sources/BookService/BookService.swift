public import Hummingbird
public import Mimeograph
import MimeographJSON
import MimeographPropertyList
import MimeographServer
import MimeographXML
import Negotiation

/// A book service that reads and writes JSON, XML and property lists, as each client chooses.
///
/// The handlers do not depend on formats. To add a format, add a line to ``standardSerializers()``.
public struct BookService: Sendable {
    private let serializers: SerializerRegistry

    /// Makes a service.
    public init(serializers: SerializerRegistry) { self.serializers = serializers }

    /// Returns a registry with JSON, XML and property lists. A client that accepts anything gets JSON.
    ///
    /// - Throws: `RegistryError`, if two plugins conflict.
    public static func standardSerializers() throws -> SerializerRegistry {
        var serializers = try SerializerRegistry {
            JSONPlugin()
            XMLPlugin()
            PropertyListPlugin()
        }
        // A server accepts smaller bodies from strangers than a client does from its server.
        serializers.limits.inputBytes = 64 << 10
        return serializers
    }

    /// Returns the routes, with their own shelf.
    public func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        let shelf = Shelf()
        let serializers = serializers
        router.add(middleware: ProblemMiddleware(serializers))
        router.get("books") { request, _ in
            try serializers.respond(with: await shelf.catalogue, to: request)
        }
        router.get("books/:id") { request, context in
            let id = try context.parameters.require("id", as: Int.self)
            guard let book = await shelf.book(id) else { throw HTTPError(.notFound, message: "No such book exists.") }
            return try serializers.respond(with: book, to: request)
        }
        router.post("books") { request, _ in
            let new = try await serializers.read(NewBook.self, from: request)
            let book = await shelf.add(new)
            return try serializers.respond(
                with: book,
                to: request,
                status: .created,
                headers: [.location: "/books/\(book.id)"]
            )
        }
        return router
    }
}
