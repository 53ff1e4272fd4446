import Mimeograph

/// An error thrown if the outcome of a call differs.
struct Difference: Error, CustomStringConvertible {
    var description: String
}

/// The value or the error that every call for one body must give.
struct Outcome<Value: Sample> {
    private(set) var value: Value?
    private(set) var code: SerializationError.Code?

    init(_ call: () throws(SerializationError) -> Value) {
        do throws(SerializationError) {
            value = try call()
        } catch {
            code = error.code
        }
    }

    func isValue(_ other: Value) -> Bool { value.map { $0 == other } ?? false }
}

/// Throws if a call returns false, or throws another error.
///
/// It is not generic, so the optimizer sees each call of the library in a separate closure, with the decoded type.
func expect(
    _ code: SerializationError.Code?,
    _ call: @autoclosure () -> String,
    _ isRight: () throws(SerializationError) -> Bool
) throws {
    let isSame: Bool
    do throws(SerializationError) {
        isSame = try isRight()
    } catch {
        if error.code == code { return }
        throw Difference(description: "\(call()): \(error), not \(code?.rawValue ?? "a value")")
    }
    guard isSame else { throw Difference(description: "\(call()): another value, or a value for a damaged body") }
}
