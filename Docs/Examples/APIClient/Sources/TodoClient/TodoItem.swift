/// One thing to do, as the service has it.
public struct TodoItem: Codable, Hashable, Sendable {
    /// What the service calls it by.
    public var id: Int
    /// What is to be done.
    public var title: String
    /// Whether it is done.
    public var isDone: Bool

    private enum CodingKeys: String, CodingKey {
        case id, title
        case isDone = "done"
    }
}

/// What is sent to make an item.
struct NewTodoItem: Encodable, Sendable {
    var title: String
}

/// What is sent to change an item; a member that is nil is left out, and what it names stays as it is.
struct TodoItemPatch: Encodable, Sendable {
    var title: String?
    var done: Bool?
}

/// One change to the list, as it is told to those who watch.
public struct TodoChange: Decodable, Hashable, Sendable {
    /// What happened to the item, for example `added`, `changed` or `deleted`.
    public var kind: String
    /// The item after the change.
    public var item: TodoItem
}
