import Mimeograph
import Testing

@testable import MimeographSession

/// Tests of heads with several lengths.
struct ContentLengthTests {
    private static let valid: [([String], ContentLength)] = [
        ([], .absent), (["5"], .known(5)), (["0"], .known(0)), (["5", "5"], .known(5)), (["5, 5"], .known(5)),
        (["5", "5 ,\t5"], .known(5)), (["5, 5", "5"], .known(5)), (["9223372036854775807"], .known(.max)),
        (["00000000000000000000000000005"], .known(5)), (["030"], .known(30)), (["030, 030", "030"], .known(30)),
    ]

    private func head(_ values: [String]) throws -> ResponseHead {
        var head = ResponseHead(status: 200)
        for (index, value) in values.enumerated() {
            try head.fields.append(index % 2 == 0 ? "Content-Length" : "content-length", value)
        }
        return head
    }

    @Test(arguments: valid) func equalNumbersAreOne(_ values: [String], _ expected: ContentLength) throws {
        let head = try head(values)
        #expect(ContentLength(head.fields) == expected)
        if case .known(let length) = expected {
            #expect(head.contentLength == length)
        } else {
            #expect(head.contentLength == nil)
        }
    }

    private static let invalid: [([String], String)] = [
        (["5", "6"], #"The response has two values of Content-Length that differ: "5" and "6"."#),
        (["5, 5, 6"], #"The response has two values of Content-Length that differ: "5" and "6"."#),
        (["030", "30"], #"The response has two values of Content-Length that differ: "030" and "30"."#),
        (["5, 05"], #"The response has two values of Content-Length that differ: "5" and "05"."#),
        ([""], #"The Content-Length of the response, "", is not a decimal number."#),
        (["5,"], #"The Content-Length of the response, "5,", is not a decimal number."#),
        ([",5"], #"The Content-Length of the response, ",5", is not a decimal number."#),
        (["5", ""], #"The Content-Length of the response, "", is not a decimal number."#),
        (["+5"], #"The Content-Length of the response, "+5", is not a decimal number."#),
        (["5", "+5"], #"The Content-Length of the response, "+5", is not a decimal number."#),
        (["-1"], #"The Content-Length of the response, "-1", is not a decimal number."#),
        (["0x5"], #"The Content-Length of the response, "0x5", is not a decimal number."#),
        (["\u{0665}"], #"The Content-Length of the response, "\#u{0665}", is not a decimal number."#),
        (["5\u{301}"], #"The Content-Length of the response, "5\#u{301}", is not a decimal number."#),
        (["5\u{200E}"], #"The Content-Length of the response, "5?", is not a decimal number."#),
        (
            [String(repeating: "x", count: 1000)],
            "The Content-Length of the response, \"\(String(repeating: "x", count: 40))…\", is not a decimal number."
        ),
        (
            ["9223372036854775808"],
            #"The Content-Length of the response, "9223372036854775808", is larger than 2^63 - 1."#
        ),
        (
            ["5, 18446744073709551621"],
            #"The Content-Length of the response, "5, 18446744073709551621", is larger than 2^63 - 1."#
        ),
    ]

    @Test(arguments: invalid) func otherValuesAreInvalid(_ values: [String], _ reason: String) throws {
        let head = try head(values)
        #expect(ContentLength(head.fields) == (reason.contains("larger") ? .tooLarge(reason) : .invalid(reason)))
        #expect(head.contentLength == nil)
    }
}
