public import Hummingbird

/// A book on the shelf.
public struct Book: ResponseCodable, Hashable, Sendable {
    /// The number that the server assigns to the book.
    public var id: Int
    /// The title.
    public var title: String
    /// The authors.
    public var authors: [String]
}

/// A book to add to the shelf.
struct NewBook: Decodable, Sendable {
    var title: String
    var authors: [String]
}

/// All books, in an object, because all three formats can have an object at the root.
public struct Catalogue: ResponseCodable, Hashable, Sendable {
    /// The books, in the order in which they were added.
    public var books: [Book]
}

/// Keeps the books, in memory.
actor Shelf {
    private var books: [Book] = []

    var catalogue: Catalogue { Catalogue(books: books) }

    func book(_ id: Int) -> Book? { books.first { $0.id == id } }

    func add(_ new: NewBook) -> Book {
        let book = Book(id: books.count + 1, title: new.title, authors: new.authors)
        books.append(book)
        return book
    }
}
