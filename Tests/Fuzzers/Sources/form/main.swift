import FuzzerSupport
import Mimeograph
import MimeographForm

// An input is the body of a form. All bytes are valid; only the nesting of its names can be wrong.
Fuzzer.run(longestInput: 2048) { input in
    let form: Form
    do throws(SerializationError) {
        form = try Form(parsing: input)
    } catch {
        disagree("all bytes are a valid form, but parsing fails: \(error)")
    }
    FieldsCheck(input: input, form: form).run()
    for nesting in [FormNesting.brackets, .dots, .flat] {
        NestingCheck(input: input, form: form, nesting: nesting).run()
    }
}
