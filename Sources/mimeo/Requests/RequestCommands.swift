import Mimeograph

// One command a method: they differ in it, and in what they say of themselves.

/// Sends GET.
enum GetCommand: RequestCommand {
    static let name = "get"
    static let summary = "Sends GET, and shows the value of the response or downloads it."
    static let method = HTTPMethod.get
}

/// Sends POST.
enum PostCommand: RequestCommand {
    static let name = "post"
    static let summary = "Sends POST with a body or a form, and shows the value of the response."
    static let method = HTTPMethod.post
}

/// Sends PUT.
enum PutCommand: RequestCommand {
    static let name = "put"
    static let summary = "Sends PUT with a body, and shows the value of the response."
    static let method = HTTPMethod.put
}

/// Sends PATCH.
enum PatchCommand: RequestCommand {
    static let name = "patch"
    static let summary = "Sends PATCH with a body, and shows the value of the response."
    static let method = HTTPMethod.patch
}

/// Sends DELETE.
enum DeleteCommand: RequestCommand {
    static let name = "delete"
    static let summary = "Sends DELETE, and shows the value of the response."
    static let method = HTTPMethod.delete
}

/// Sends HEAD.
enum HeadCommand: RequestCommand {
    static let name = "head"
    static let summary = "Sends HEAD, and shows the head of the response."
    static let method = HTTPMethod.head
}
