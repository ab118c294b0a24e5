"""The other forms of a traceback, as the software printed them (paths replaced)."""

from rootrank.model.log import Traceback
from rootrank.reading.frames import fault_frame
from rootrank.reading.tracebacks import TracebackReader
from rootrank.reading.undress import undress

GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "/home/kim/resume.py", line 16, in <module>
  |     train()
  |   File "/home/kim/resume.py", line 15, in train
  |     raise ExceptionGroup("resuming failed", errors)
  | ExceptionGroup: resuming failed (3 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/home/kim/resume.py", line 7, in train
    |     load(path)
    |   File "/home/kim/resume.py", line 2, in load
    |     raise FileNotFoundError(2, "No such file or directory", path)
    | FileNotFoundError: [Errno 2] No such file or directory: 'a.pt'
    | while resuming from a.pt
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "/home/kim/resume.py", line 7, in train
    |     load(path)
    | FileNotFoundError: [Errno 2] No such file or directory: 'b.pt'
    +---------------- 3 ----------------
    | ExceptionGroup: inner (2 sub-exceptions)
    +-+---------------- 1 ----------------
      | Traceback (most recent call last):
      |   File "/home/kim/resume.py", line 12, in train
      |     {}["lr"]
      |     ~~^^^^^^
      | KeyError: 'lr'
      +---------------- 2 ----------------
      | ValueError: bad lr
      +------------------------------------
step 3 loss 0.5
"""
BOX = """\
╭───────────────────────── Traceback (most recent call last) ──────────────────────────╮
│ /home/kim/train.py:8 in main                                                         │
│                                                                                      │
│    5 │   return 1 / (y - y)                                                          │
│    6 def main():                                                                     │
│    7 │   for step in range(3):                                                       │
│ ❱  8 │   │   loss_fn(step)                                                           │
│    9 main()                                                                          │
│                                                                                      │
│ /home/kim/train.py:5 in loss_fn                                                      │
│                                                                                      │
│    4 │   y = x + 1                                                                   │
│ ❱  5 │   return 1 / (y - y)                                                          │
│    6 def main():                                                                     │
╰──────────────────────────────────────────────────────────────────────────────────────╯
ZeroDivisionError: division by zero
"""
TEST = """\
____________________________________ test_a ____________________________________

    def test_a():
>       assert half(1) == 2
               ^^^^^^^

test_x.py:4:\x20
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

x = 1

    def half(x):
>       return x / 0
               ^^^^^
E       ZeroDivisionError: division by zero

test_x.py:2: ZeroDivisionError
____________________________________ test_b ____________________________________

    def test_b():
>       assert len(x) == 3, "batch"
E       AssertionError: batch
E       assert 2 == 3

test_x.py:7: AssertionError
"""
CRASH = """\
Fatal Python error: Segmentation fault

Current thread 0x00007fc8d7a7db80 (most recent call first):
  File "/usr/lib/python3.11/ctypes/__init__.py", line 519 in string_at
  File "/home/kim/crash.py", line 4 in touch
  File "/home/kim/crash.py", line 7 in <module>

Thread 0x00007fc8d0000000 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 320 in wait
"""
CELLS = """\
---------------------------------------------------------------------------
JSONDecodeError                           Traceback (most recent call last)
Cell In[2], line 2
      1 for i in range(2):
----> 2     f('{')

Cell In[1], line 3, in f(x)
      2 def f(x):
----> 3     return json.loads(x)

File /usr/lib/python3.11/json/__init__.py:346, in loads(s, cls, **kw)
    343 if (cls is None and object_hook is None and
    345         parse_constant is None and object_pairs_hook is None and not kw):
--> 346     return _default_decoder.decode(s)

JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
"""
OLD_CELLS = """\
NameError                                 Traceback (most recent call last)
<ipython-input-13-8648b7f05291> in <cell line: 1>()
----> 1 plt.plot(history.history['d_loss'])
      2 plt.plot(history.history['g_loss'])

NameError: name 'history' is not defined
"""
TRACED = """\
ValueError                                Traceback (most recent call last)
/tmp/ipykernel_27/3829365925.py in <module>
      4 model.compile()
----> 5 model.fit(x, y)

/opt/conda/lib/python3.7/site-packages/keras/engine/training.py in fit(self, x, y, batch_size)
   1127           except Exception as e:  # pylint:disable=broad-except
-> 1129               raise e.ag_error_metadata.to_exception(e)

ValueError: in user code:

    /opt/conda/lib/python3.7/site-packages/keras/engine/training.py:853 train_function  *
        return step_function(self, iterator)

    ValueError: Input 0 is incompatible with layer model: expected shape=(None, 50), found shape=(None, 259)

"""
SPAWNED = """\
Traceback (most recent call last):
  File "/home/kim/train.py", line 30, in <module>
    mp.spawn(work, nprocs=2)
torch.multiprocessing.spawn.ProcessRaisedException:

-- Process 1 terminated with the following error:
Traceback (most recent call last):
  File "/home/kim/train.py", line 12, in work
    torch.cuda.set_device(rank)
RuntimeError: Cannot re-initialize CUDA in forked subprocess
"""
SYNTAX = """\
  File "/home/kim/train.py", line 1
    def f(:
          ^
SyntaxError: invalid syntax
"""


def read(text: str) -> list[Traceback]:
    reader, found = TracebackReader(), []
    for number, line in enumerate(text.split("\n"), 1):
        found += reader.feed(undress(line.encode(), "f", number))
    return found + reader.finish()


def one(text: str) -> Traceback:
    (found,) = read(text)
    return found


def test_a_group_keeps_every_sub_exception() -> None:
    group = one(GROUP)
    assert (group.exception, group.message) == ("ExceptionGroup", "resuming failed (3 sub-exceptions)")
    assert [f.line for f in group.frames] == [16, 15]
    assert [(g.exception, g.frames[0].line if g.frames else None) for g in group.group] == [
        ("FileNotFoundError", 7),
        ("FileNotFoundError", 7),
        ("ExceptionGroup", None),
    ]
    assert [(g.exception, g.message) for g in group.group[2].group] == [("KeyError", "'lr'"), ("ValueError", "bad lr")]


def test_a_note_belongs_to_its_exception() -> None:
    assert one(GROUP).group[0].message.endswith("\nwhile resuming from a.pt")


def test_a_box_gives_frames_and_lines_without_its_guides() -> None:
    boxed = one(BOX)
    assert [(f.file, f.line, f.function, f.text) for f in boxed.frames] == [
        ("/home/kim/train.py", 8, "main", "loss_fn(step)"),
        ("/home/kim/train.py", 5, "loss_fn", "return 1 / (y - y)"),
    ]
    assert (boxed.exception, boxed.message) == ("ZeroDivisionError", "division by zero")


def test_a_test_run_gives_each_failure_once() -> None:
    first, second = read(TEST)
    assert [(f.line, f.text) for f in first.frames] == [(4, "assert half(1) == 2"), (2, "return x / 0")]
    assert first.exception == "ZeroDivisionError"
    assert (second.exception, second.message) == ("AssertionError", "batch\nassert 2 == 3")


def test_a_crash_is_read_outermost_frame_first_and_of_its_own_thread() -> None:
    crash = one(CRASH)
    assert (crash.exception, crash.message) == ("Fatal Python error", "Segmentation fault")
    assert [f.line for f in crash.frames] == [7, 4, 519]


def test_cells_and_files_of_a_notebook() -> None:
    found = one(CELLS)
    assert found.exception == "JSONDecodeError"
    assert found.message.startswith("Expecting property name")
    assert [(f.file, f.line, f.function) for f in found.frames] == [
        ("Cell In[2]", 2, "<module>"),
        ("Cell In[1]", 3, "f"),
        ("/usr/lib/python3.11/json/__init__.py", 346, "loads"),
    ]
    fault = fault_frame(found)
    assert fault is not None
    assert fault.text == "return json.loads(x)"


def test_the_older_form_of_cells() -> None:
    found = one(OLD_CELLS)
    assert [(f.line, f.text) for f in found.frames] == [(1, "plt.plot(history.history['d_loss'])")]
    assert found.message == "name 'history' is not defined"


def test_what_went_wrong_inside_a_traced_function_is_the_message() -> None:
    found = one(TRACED)
    assert found.message.startswith("Input 0 is incompatible with layer model")
    fault = fault_frame(found)
    assert fault is not None
    assert fault.text == "model.fit(x, y)"


def test_a_spawned_process_own_traceback_is_the_cause() -> None:
    found = one(SPAWNED)
    assert found.exception == "torch.multiprocessing.spawn.ProcessRaisedException"
    assert found.cause is not None
    assert found.cause.message.startswith("Cannot re-initialize CUDA")
    fault = fault_frame(found)
    assert fault is not None
    assert fault.line == 12


def test_a_syntax_error_has_no_header_and_is_whole_all_the_same() -> None:
    found = one(SYNTAX)
    assert (found.exception, found.truncated) == ("SyntaxError", False)
    assert found.frames[0].text == "def f(:"


GRAPH = """\
Traceback (most recent call last):
  File "/home/kim/fit.py", line 30, in <module>
    model.fit(x, y)
  File "/opt/venv/lib/python3.11/site-packages/keras/src/utils/traceback_utils.py", line 122, in error_handler
    raise e.with_traceback(filtered_tb) from None
tensorflow.python.framework.errors_impl.InvalidArgumentError: Graph execution error:

Detected at node compile_loss/sub defined at (most recent call last):
  File "/home/kim/fit.py", line 30, in <module>

  File "/opt/venv/lib/python3.11/site-packages/keras/src/losses/losses.py", line 1300, in mean_squared_error

Incompatible shapes: [32,5] vs. [32,2]
\t [[{{node compile_loss/sub}}]] [Op:__inference_one_step_on_iterator_958]
""".replace("Incompatible", "Node: 'compile_loss/sub'\nIncompatible")
USER_CODE = """\
Traceback (most recent call last):
  File "/home/kim/fit.py", line 30, in <module>
    model.fit(x, y)
  File "/opt/venv/lib/python3.11/site-packages/keras/src/utils/traceback_utils.py", line 70, in error_handler
    raise e.with_traceback(filtered_tb) from None
ValueError: in user code:

    File "/opt/venv/lib/python3.11/site-packages/keras/src/engine/training.py", line 1284, in train_function  *
        return step_function(self, iterator)
    File "/home/kim/net.py", line 12, in call  *
        return self.recurrent(self.widen(x))

    ValueError: Exception encountered when calling layer 'net' (type Net).

    Input 0 of layer "lstm" is incompatible with the layer: expected ndim=3, found ndim=4.

    Call arguments received by layer 'net' (type Net):
      • training=True

epoch 3
"""
LOADER_CELL = """\
---------------------------------------------------------------------------
TypeError                                 Traceback (most recent call last)
Cell In[3], line 2
      1 for epoch in range(3):
----> 2     for x in loader:
      3         step(x)

TypeError: Caught TypeError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "/opt/venv/lib/python3.11/site-packages/torch/utils/data/_utils/fetch.py", line 44, in fetch
    data = [self.dataset[idx] for idx in possibly_batched_index]
  File "/home/kim/faces.py", line 31, in __getitem__
    return self.transform(image)
TypeError: tensor is not a torch image.
"""


def test_what_a_graph_s_error_says_comes_before_its_stack() -> None:
    found = one(GRAPH)
    assert found.message.startswith("Incompatible shapes: [32,5] vs. [32,2]\n[[{{node")
    fault = fault_frame(found)
    assert fault is not None
    assert fault.line == 30


def test_the_user_s_line_inside_a_traced_function_is_the_fault() -> None:
    found = one(USER_CODE)
    assert found.message.split("\n")[:2] == [
        "Exception encountered when calling layer 'net' (type Net).",
        'Input 0 of layer "lstm" is incompatible with the layer: expected ndim=3, found ndim=4.',
    ]
    fault = fault_frame(found)
    assert fault is not None
    assert (fault.file, fault.line, fault.text) == ("/home/kim/net.py", 12, "return self.recurrent(self.widen(x))")


def test_a_worker_s_traceback_inside_a_cell_s_message_is_the_cause() -> None:
    found = one(LOADER_CELL)
    assert found.message == "Caught TypeError in DataLoader worker process 0."
    assert found.cause is not None
    assert found.cause.message == "tensor is not a torch image."
    fault = fault_frame(found)
    assert fault is not None
    assert fault.file == "/home/kim/faces.py"


def test_a_compiled_file_in_the_older_form_of_cells() -> None:
    text = OLD_CELLS.replace("\nNameError:", "\nLazy.pyx in lazy.Function.force (lazy\\Lazy.c:2409)()\n\nNameError:")
    found = one(text)
    assert [f.function for f in found.frames] == ["<module>", "lazy.Function.force"]
    assert found.message == "name 'history' is not defined"


def test_a_wrong_indent_has_no_header_either() -> None:
    assert not one(SYNTAX.replace("SyntaxError: invalid syntax", "IndentationError: unexpected indent")).truncated
