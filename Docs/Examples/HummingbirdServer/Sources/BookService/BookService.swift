public import Hummingbird
public import Mimeograph
import MimeographJSON
import MimeographPropertyList
import MimeographServer
import MimeographXML
import Negotiation

/// A service for books that speaks JSON, XML and property lists: each request and each response in what its client chose.
///
/// No handler knows of formats. Another one is another line in ``standardSerializers()``.
public struct BookService: Sendable {
    private let serializers: SerializerRegistry

    /// Makes a service.
    public init(serializers: SerializerRegistry) { self.serializers = serializers }

    /// JSON, which is also sent where a client accepts anything, XML and property lists.
    ///
    /// - Throws: `RegistryError`, where two plugins contradict each other.
    public static func standardSerializers() throws -> SerializerRegistry {
        var serializers = try SerializerRegistry {
            JSONPlugin()
            XMLPlugin()
            PropertyListPlugin()
        }
        // What a stranger may send is less than what a client reads.
        serializers.limits.inputBytes = 64 << 10
        return serializers
    }

    /// The routes, with a shelf of their own.
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
            guard let book = await shelf.book(id) else { throw HTTPError(.notFound, message: "There is no such book.") }
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
