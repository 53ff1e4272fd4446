import Vapor

/// A book of the library.
public struct Book: Content, Hashable {
    /// The number that the server assigns to the book.
    public var id: Int
    /// The title.
    public var title: String
    /// The authors.
    public var authors: [String]
}

/// A book to add.
struct NewBook: Content {
    var title: String
    var authors: [String]
}

/// All books, in an object, because all formats can have an object at the root.
public struct Catalogue: Content, Hashable {
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
