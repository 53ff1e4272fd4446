/// A command of the user.
enum TodoCommand: Equatable {
    case list(done: Bool?)
    case show(Int)
    case add(title: String)
    case setDone(Int, Bool)
    case delete(Int)
    /// Prints changes as they arrive, up to a number of them or without end.
    case watch(count: Int?)
    case help

    /// The reason why a command is invalid.
    struct Misuse: Error, Equatable {
        let message: String
    }

    /// Parses the arguments after the program's name.
    init(_ arguments: [String]) throws(Misuse) {
        guard let name = arguments.first else {
            self = .help
            return
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "list":
            switch rest {
            case []: self = .list(done: nil)
            case ["--done"]: self = .list(done: true)
            case ["--open"]: self = .list(done: false)
            default: throw Misuse(message: "list takes --done, --open or nothing")
            }
        case "show": self = .show(try Self.id(rest, of: name))
        case "add":
            let title = rest.joined(separator: " ")
            guard !title.allSatisfy(\.isWhitespace) else { throw Misuse(message: "add needs a title") }
            self = .add(title: title)
        case "done": self = .setDone(try Self.id(rest, of: name), true)
        case "reopen": self = .setDone(try Self.id(rest, of: name), false)
        case "delete": self = .delete(try Self.id(rest, of: name))
        case "watch":
            if rest.isEmpty {
                self = .watch(count: nil)
            } else if rest.count == 2, rest[0] == "--count", let count = Int(rest[1]), count > 0 {
                self = .watch(count: count)
            } else {
                throw Misuse(message: "watch takes --count NUMBER or nothing")
            }
        case "help", "-h", "--help": self = .help
        default: throw Misuse(message: "unknown command")
        }
    }

    private static func id(_ arguments: [String], of name: String) throws(Misuse) -> Int {
        guard arguments.count == 1, let id = Int(arguments[0]), id >= 0 else {
            throw Misuse(message: "\(name) needs the number of one item")
        }
        return id
    }

    static let usage = """
        todo list [--done|--open]   lists the items
        todo show ID                shows one item
        todo add TITLE…             adds an item
        todo done ID                marks an item as done
        todo reopen ID              marks an item as not done
        todo delete ID              deletes an item
        todo watch [--count N]      prints all changes so far, then each new one

        TODO_URL is the URL of the service. TODO_KEY is your key, if the service needs one.
        """
}
