import Mimeograph
import MimeographCBOR
import MimeographJSON
import MimeographPropertyList
import MimeographXML
public import Vapor
import VaporNegotiation

/// Adds the routes of the library, which read and write JSON, XML, property lists and CBOR, as each client chooses.
public func configure(_ app: Application) throws {
    app.use(
        try SerializerRegistry {
            JSONPlugin(dates: .iso8601)
            XMLPlugin()
            PropertyListPlugin()
            CBORPlugin()
        },
        alsoReading: ["text/xml", "application/vnd.library+json"]
    )
    let shelf = Shelf()
    app.get("books") { request in try request.respond(with: await shelf.catalogue) }
    app.get("books", ":id") { request in
        guard let book = await shelf.book(try request.parameters.require("id")) else {
            throw Abort(.notFound, reason: "No such book exists.")
        }
        return try request.respond(with: book)
    }
    app.post("books") { request in
        let book = await shelf.add(try request.content.decode(NewBook.self))
        return try request.respond(with: book, status: .created, headers: ["Location": "/books/\(book.id)"])
    }
}
