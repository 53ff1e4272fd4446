public import Hummingbird
public import Mimeograph
import MimeographCompression
import MimeographJSON
import MimeographPropertyList
import MimeographXML
public import Negotiation

/// A book service that reads and writes JSON, XML and property lists, as each client chooses.
///
/// The handlers do not depend on formats. To add a format, add a line to ``standardSerializers()``.
public struct BookService: Sendable {
    private let serializers: SerializerRegistry

    /// Makes a service.
    public init(serializers: SerializerRegistry) { self.serializers = serializers }

    /// Returns a registry with JSON, XML and property lists, compressed or not. A client that accepts anything gets JSON.
    ///
    /// - Throws: `RegistryError`, if two plugins conflict.
    public static func standardSerializers() throws -> SerializerRegistry {
        var serializers = try SerializerRegistry {
            JSONPlugin()
            XMLPlugin()
            PropertyListPlugin()
            CompressionPlugin()
        }
        // A server accepts smaller bodies from strangers than a client does from its server.
        serializers.limits.inputBytes = 64 << 10
        return serializers
    }

    /// Returns the routes, with their own shelf.
    public func router() -> Router<BasicNegotiatingContext> {
        let router = Router(context: BasicNegotiatingContext.self)
        let shelf = Shelf()
        router.add(middleware: NegotiationMiddleware(serializers))
        router.get("books") { _, _ in await shelf.catalogue }
        router.get("books/:id") { _, context in
            let id = try context.parameters.require("id", as: Int.self)
            guard let book = await shelf.book(id) else { throw HTTPError(.notFound, message: "No such book exists.") }
            return book
        }
        router.post("books") { request, context in
            let book = await shelf.add(try await request.decode(as: NewBook.self, context: context))
            return EditedResponse(status: .created, headers: [.location: "/books/\(book.id)"], response: book)
        }
        return router
    }
}
