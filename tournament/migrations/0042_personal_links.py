"""Personal links of players and codes of tables: how often they were renewed, and which are revoked."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0041_referee_calls'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='link_number',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name='player',
            name='link_revoked_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='card_number',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='link_number',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='verb',
            field=models.CharField(choices=[('set up the tournament', 'set up the tournament'), ('changed the settings', 'changed the settings'), ('changed the hanchan', 'changed the hanchan'), ('changed the rules', 'changed the rules'), ('changed how places are decided', 'changed the standings rules'), ('changed the prizes', 'changed the prizes'), ('changed what is public', 'changed what is public'), ('added to the staff', 'added a staff member'), ('made a sign-in link', 'made a sign-in link'), ('changed a role', 'changed a role'), ('removed from the staff', 'removed a staff member'), ('changed the own name', 'changed their name'), ('added a player', 'added a player'), ('added players', 'added players'), ('imported players', 'imported players'), ('changed a player', 'edited a player'), ('deleted a player', 'deleted a player'), ('renumbered the players', 'renumbered the players'), ('checked in', 'checked in'), ('undid a check-in', 'undid a check-in'), ('checked in everybody', 'checked everybody in'), ('started the check-in anew', 'reset the check-in'), ('closed check-in', 'closed check-in'), ('reopened check-in', 'reopened check-in'), ('put on the waiting list', 'moved to the waiting list'), ('gave a place', 'gave a place from the waiting list'), ('declined a place', 'recorded a declined place'), ('confirmed a place', 'confirmed a place'), ('undid a confirmation', 'undid a confirmation'), ('changed the registration page', 'changed the registration page'), ('registered online', 'registered online'), ('revoked a personal link', 'revoked a personal link'), ('made a new personal link', 'made a new personal link'), ('renewed all personal links', 'renewed all personal links'), ('renewed the codes of the tables', 'renewed the codes of the tables'), ('marked two players as different people', 'marked two players as different people'), ('undid different people', 'undid marking two players as different people'), ('marked as paid', 'marked as paid'), ('marked as unpaid', 'marked as unpaid'), ('withdrew a player', 'withdrew a player'), ('reinstated a player', 'reinstated a player'), ('disqualified a player', 'disqualified a player'), ('put in a substitute', 'assigned a substitute'), ('took back a substitute', 'removed a substitute'), ('wished of the seating', 'added a seating wish'), ('withdrew a wish', 'withdrew a seating wish'), ('brought back a wish', 'restored a seating wish'), ('asked for a plan', 'started planning a seating'), ('stopped the planning', 'stopped planning a seating'), ('threw a plan away', 'discarded a planned seating'), ('planned the seating', 'planned the seating'), ('imported a seating', 'imported a seating'), ('seated a hanchan by the standings', 'seated a hanchan by the standings'), ('swapped two seats', 'swapped two seats'), ('changed seats', 'changed seats'), ('recorded who really sat where', 'recorded the seats as played'), ('replaced a player in the seating', 'replaced a player in the seating'), ('repaired the seating', 'repaired the seating'), ('went back to an earlier seating', 'restored an earlier seating'), ('published the seating', 'published the seating'), ('hid the seating', 'hid the seating'), ('committed to a draw', 'committed to a draw'), ('held a draw', 'held a draw'), ('cancelled a draw', 'cancelled a draw'), ('started a hanchan', 'started a hanchan'), ('took back the start of a hanchan', 'undid the start of a hanchan'), ('paused the clock', 'paused the clock'), ('let the clock run on', 'resumed the clock'), ('changed the time limit', 'changed the time limit'), ('closed a hanchan', 'closed a hanchan'), ('reopened a hanchan', 'reopened a hanchan'), ('released results', 'released results'), ('withheld results', 'hid results'), ('made results official', 'made results official'), ('reported an error', 'reported an error'), ('answered a protest', 'answered a protest'), ('called a referee', 'called a referee'), ('answered a call', 'answered the call of a table'), ('reopened official results', 'reopened official results'), ('entered a sheet', 'entered a report sheet'), ('changed a sheet', 'changed a report sheet'), ('agreed with a sheet', 'agreed with a report sheet'), ('signed a sheet', 'signed a report sheet'), ('read a sheet otherwise', 'typed a report sheet differently'), ('decided between two readings', 'decided between two readings of a report sheet'), ('accepted a sheet read once', 'accepted a report sheet that one person had read'), ('kept a disputed sheet', 'kept a disputed report sheet'), ('took a sheet back', 'took a report sheet back'), ('noted the hand-in of a sheet', 'noted the hand-in of a report sheet'), ('dismissed a proposed penalty', 'dismissed a proposed penalty'), ('attached a photograph', 'attached a photograph of a report sheet'), ('deleted a photograph', 'deleted a photograph of a report sheet'), ('corrected who played', 'corrected who played'), ('gave a penalty', 'gave a penalty'), ('cancelled a penalty', 'cancelled a penalty'), ('entered lateness', 'entered a late arrival'), ('decided about equal totals', 'resolved a tie'), ('cancelled a decision about equal totals', 'cancelled a tie decision'), ('made an API token', 'made an API token'), ('revoked an API token', 'revoked an API token'), ('made a webhook', 'made a webhook'), ('removed a webhook', 'removed a webhook'), ('began the audit chain', 'began the audit chain'), ('extended the audit chain', 'extended the audit chain')], max_length=60),
        ),
    ]
