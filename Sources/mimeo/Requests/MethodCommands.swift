import Mimeograph
import MimeographSession

// One command for each method. They differ only in the method, the name and the summary.

/// The command that sends any method.
enum AnyRequestCommand: RequestCommand {
    static let name = "request"
    static let summary = "Sends a request with any method, and shows the value of the response."
    static let examples = [
        (line: "request PURGE https://example.com/cache", meaning: "Sends a method of your own."),
        (line: "request LOCK https://example.com/notes Depth:0", meaning: "With a field."),
    ]
    static let method: HTTPMethod? = nil
}

/// The command that sends OPTIONS.
enum OptionsCommand: RequestCommand {
    static let name = "options"
    static let summary = "Sends OPTIONS, and shows what the server allows."
    static let examples = [
        (line: "options https://example.com/users -h", meaning: "Shows the fields, Allow among them.")
    ]
    static let method: HTTPMethod? = .options
}

/// The command that sends GET.
enum GetCommand: RequestCommand {
    static let name = "get"
    static let summary = "Sends GET, and shows the value of the response or downloads it."
    static let examples = [
        (line: "get https://example.com/users page==2", meaning: "Shows the value, with a parameter in the URL."),
        (line: "get https://example.com/users --select '$[*].name' --raw", meaning: "Shows the names, one per line."),
        (
            line: "get https://example.com/film.mp4 -o film.mp4",
            meaning: "Downloads a file; the same command resumes it."
        ),
    ]
    static let method: HTTPMethod? = .get
}

/// The command that sends QUERY.
enum QueryCommand: RequestCommand {
    static let name = "query"
    static let summary = "Sends QUERY with a question in the body, and shows the value of the response."
    static let examples = [
        (line: "query https://example.com/users name=Ada", meaning: "Asks with a JSON object in the body."),
        (
            line: "query https://example.com/users Accept:text/csv name=Ada --as table",
            meaning: "Shows the answer as a table."
        ),
    ]
    static let method: HTTPMethod? = .query
}

/// The command that sends POST.
enum PostCommand: RequestCommand {
    static let name = "post"
    static let summary = "Sends POST with a body or a form, and shows the value of the response."
    static let examples = [
        (line: "post https://example.com/users name=Ada age:=36", meaning: "Sends a JSON object."),
        (
            line: "post https://example.com/login --form user=ada password=@secret.txt",
            meaning: "Sends a form, with a password from a file."
        ),
        (
            line: "post https://example.com/photos title=Pier photo@pier.jpg",
            meaning: "Uploads a file with a multipart form."
        ),
    ]
    static let method: HTTPMethod? = .post
}

/// The command that sends PUT.
enum PutCommand: RequestCommand {
    static let name = "put"
    static let summary = "Sends PUT with a body, and shows the value of the response."
    static let examples = [
        (line: "put https://example.com/users/7 user.json", meaning: "Sends a file."),
        (
            line: "put https://example.com/users/7 name=Ada 'tags:=[1, 2]' If-Match:abc",
            meaning: "Sends a JSON object and a field."
        ),
    ]
    static let method: HTTPMethod? = .put
}

/// The command that sends PATCH.
enum PatchCommand: RequestCommand {
    static let name = "patch"
    static let summary = "Sends PATCH with a body, and shows the value of the response."
    static let examples = [
        (line: "patch https://example.com/users/7 age:=37", meaning: "Sends a JSON object."),
        (
            line: "patch https://example.com/users/7 Content-Type:application/json-patch+json -d @change.json",
            meaning: "Sends a JSON Patch."
        ),
    ]
    static let method: HTTPMethod? = .patch
}

/// The command that sends DELETE.
enum DeleteCommand: RequestCommand {
    static let name = "delete"
    static let summary = "Sends DELETE, and shows the value of the response."
    static let examples = [
        (line: "delete https://example.com/users/7", meaning: "Deletes a resource."),
        (line: "delete https://example.com/users/7 --expect 204", meaning: "Fails with status 6 for another answer."),
    ]
    static let method: HTTPMethod? = .delete
}

/// The command that sends HEAD.
enum HeadCommand: RequestCommand {
    static let name = "head"
    static let summary = "Sends HEAD, and shows the head of the response."
    static let examples = [
        (line: "head https://example.com/film.mp4", meaning: "Shows the fields without the body."),
        (line: "head https://example.com/ --timing", meaning: "Shows how long each phase took."),
    ]
    static let method: HTTPMethod? = .head
}
