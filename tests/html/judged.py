# Checks in groups: a line for each group, and below it what is wrong.

wrong = []


def expect(what, is_right, detail=''):
    if not is_right:
        wrong.append(f'   {what}: {detail}' if detail != '' else '   ' + what)


def group(name, function, *arguments):
    wrong.clear()
    try:
        function(*arguments)
    except Exception as error:
        wrong.append(f'   {type(error).__name__}: {str(error).splitlines()[0]}')
    print(f'{name}: ' + ('wrong' if wrong else 'right'))
    for line in wrong:
        print(line)
