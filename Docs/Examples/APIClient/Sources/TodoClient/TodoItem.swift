/// An item of the list.
public struct TodoItem: Codable, Hashable, Sendable {
    /// The number that identifies the item.
    public var id: Int
    /// The task.
    public var title: String
    /// Whether the task is done.
    public var isDone: Bool

    private enum CodingKeys: String, CodingKey {
        case id, title
        case isDone = "done"
    }
}

/// The content of a request that adds an item.
struct NewTodoItem: Encodable, Sendable {
    var title: String
}

/// The content of a request that changes an item. Nil members are omitted and stay unchanged.
struct TodoItemPatch: Encodable, Sendable {
    var title: String?
    var done: Bool?
}

/// A change to the list.
public struct TodoChange: Decodable, Hashable, Sendable {
    /// The kind of change, for example `added`, `changed` or `deleted`.
    public var kind: String
    /// The item after the change.
    public var item: TodoItem
}
