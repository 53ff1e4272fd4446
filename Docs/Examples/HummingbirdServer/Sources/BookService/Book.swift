/// A book on the shelf.
public struct Book: Codable, Hashable, Sendable {
    /// What it is called by; the server gives it.
    public var id: Int
    /// The title.
    public var title: String
    /// Who wrote it.
    public var authors: [String]
}

/// A book that is to be put on the shelf.
struct NewBook: Decodable, Sendable {
    var title: String
    var authors: [String]
}

/// All books. An object at the root is what all three formats have.
public struct Catalogue: Codable, Hashable, Sendable {
    /// The books, in the order in which they came.
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
